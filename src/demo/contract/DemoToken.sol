// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IERC1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data) external returns (bytes4);
    function onERC1155BatchReceived(address operator, address from, uint256[] calldata ids, uint256[] calldata values, bytes calldata data) external returns (bytes4);
}

/// The token of the demo chain: ERC-1155 in full, with a mint that is open to everyone, since nothing here has a value.
/// Compile with `node tools/contract.mjs`.
contract DemoToken {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error LengthsDiffer(uint256 ids, uint256 values);
    error NotApproved(address operator, address owner);
    error TooFew(address owner, uint256 id, uint256 held, uint256 needed);
    error NobodyThere();
    error Refused(address recipient);

    string public constant name = "Ownscan Demo Relics";
    string public constant symbol = "RELIC";

    mapping(uint256 id => mapping(address owner => uint256)) public held;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    function uri(uint256) external pure returns (string memory) {
        return "demo:relic/{id}";
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1155, ERC-1155 metadata.
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return held[id][owner];
    }

    function balanceOfBatch(address[] calldata owners, uint256[] calldata ids) external view returns (uint256[] memory balances) {
        if (owners.length != ids.length) revert LengthsDiffer(owners.length, ids.length);
        balances = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) balances[i] = held[ids[i]][owners[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function mint(address to, uint256 id, uint256 value) external {
        if (to == address(0)) revert NobodyThere();
        held[id][to] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
        _offer(address(0), to, id, value, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata values) external {
        if (to == address(0)) revert NobodyThere();
        if (ids.length != values.length) revert LengthsDiffer(ids.length, values.length);
        for (uint256 i = 0; i < ids.length; i++) held[ids[i]][to] += values[i];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
        _offerBatch(address(0), to, ids, values, "");
    }

    function burn(address from, uint256 id, uint256 value) external {
        _onlyFor(from);
        _take(from, id, value);
        emit TransferSingle(msg.sender, from, address(0), id, value);
    }

    function burnBatch(address from, uint256[] calldata ids, uint256[] calldata values) external {
        _onlyFor(from);
        if (ids.length != values.length) revert LengthsDiffer(ids.length, values.length);
        for (uint256 i = 0; i < ids.length; i++) _take(from, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, address(0), ids, values);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        _onlyFor(from);
        if (to == address(0)) revert NobodyThere();
        _take(from, id, value);
        held[id][to] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
        _offer(from, to, id, value, data);
    }

    function safeBatchTransferFrom(address from, address to, uint256[] calldata ids, uint256[] calldata values, bytes calldata data) external {
        _onlyFor(from);
        if (to == address(0)) revert NobodyThere();
        if (ids.length != values.length) revert LengthsDiffer(ids.length, values.length);
        for (uint256 i = 0; i < ids.length; i++) {
            _take(from, ids[i], values[i]);
            held[ids[i]][to] += values[i];
        }
        emit TransferBatch(msg.sender, from, to, ids, values);
        _offerBatch(from, to, ids, values, data);
    }

    function _onlyFor(address owner) private view {
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotApproved(msg.sender, owner);
    }

    function _take(address owner, uint256 id, uint256 value) private {
        uint256 has = held[id][owner];
        if (has < value) revert TooFew(owner, id, has, value);
        held[id][owner] = has - value;
    }

    function _offer(address from, address to, uint256 id, uint256 value, bytes memory data) private {
        if (to.code.length == 0) return;
        bytes4 answer = IERC1155Receiver(to).onERC1155Received(msg.sender, from, id, value, data);
        if (answer != IERC1155Receiver.onERC1155Received.selector) revert Refused(to);
    }

    function _offerBatch(address from, address to, uint256[] calldata ids, uint256[] calldata values, bytes memory data) private {
        if (to.code.length == 0) return;
        bytes4 answer = IERC1155Receiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, data);
        if (answer != IERC1155Receiver.onERC1155BatchReceived.selector) revert Refused(to);
    }
}
