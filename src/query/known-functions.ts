/**
 * Calls that move ERC-1155 tokens, or stand beside those that do: the signature a selector is made of, and the conventional names of its parameters
 * (the standard's own, OpenZeppelin's, or those of the contracts that made the call well known). Operators add their own by ABI files.
 */
export const knownFunctions: readonly (readonly [signature: string, parameterNames: string])[] = [
  ['safeTransferFrom(address,address,uint256,uint256,bytes)', '_from _to _id _amount _data'],
  ['safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', '_from _to _ids _amounts _data'],
  ['setApprovalForAll(address,bool)', '_operator _approved'],
  ['balanceOfBatch(address[],uint256[])', '_owners _ids'],
  ['balanceOf(address,uint256)', '_owner _id'],
  ['isApprovedForAll(address,address)', '_owner _operator'],
  ['uri(uint256)', '_id'],
  ['supportsInterface(bytes4)', 'interfaceId'],
  ['onERC1155Received(address,address,uint256,uint256,bytes)', '_operator _from _id _value _data'],
  ['onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)', '_operator _from _ids _values _data'],
  ['mint(address,uint256,uint256,bytes)', 'to id amount data'],
  ['mintBatch(address,uint256[],uint256[],bytes)', 'to ids amounts data'],
  ['mint(address,uint256,uint256)', 'to id amount'],
  ['mint(uint256,uint256)', 'id amount'],
  ['mint(uint256)', 'amount'],
  ['mint()', ''],
  ['mint(address,uint256)', 'to amount'],
  ['burn(address,uint256,uint256)', 'account id value'],
  ['burnBatch(address,uint256[],uint256[])', 'account ids values'],
  ['burn(uint256,uint256)', 'id amount'],
  ['claim(uint256)', 'id'],
  ['claim()', ''],
  ['purchase(uint256)', 'amount'],
  ['airdrop(address[],uint256)', 'recipients amount'],
  ['name()', ''],
  ['symbol()', ''],
  [
    'fulfillBasicOrder((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))',
    'parameters',
  ],
  [
    'fulfillBasicOrder_efficient_6GL6yc((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))',
    'parameters',
  ],
  [
    'fulfillOrder(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes),bytes32)',
    'order fulfillerConduitKey',
  ],
  [
    'fulfillAdvancedOrder(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),uint120,uint120,bytes,bytes),(uint256,uint8,uint256,uint256,bytes32[])[],bytes32,address)',
    'advancedOrder criteriaResolvers fulfillerConduitKey recipient',
  ],
  [
    'fulfillAvailableOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes)[],(uint256,uint256)[][],(uint256,uint256)[][],bytes32,uint256)',
    'orders offerFulfillments considerationFulfillments fulfillerConduitKey maximumFulfilled',
  ],
  [
    'fulfillAvailableAdvancedOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),uint120,uint120,bytes,bytes)[],(uint256,uint8,uint256,uint256,bytes32[])[],(uint256,uint256)[][],(uint256,uint256)[][],bytes32,address,uint256)',
    'advancedOrders criteriaResolvers offerFulfillments considerationFulfillments fulfillerConduitKey recipient maximumFulfilled',
  ],
  [
    'matchOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes)[],((uint256,uint256)[],(uint256,uint256)[])[])',
    'orders fulfillments',
  ],
  [
    'matchAdvancedOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),uint120,uint120,bytes,bytes)[],(uint256,uint8,uint256,uint256,bytes32[])[],((uint256,uint256)[],(uint256,uint256)[])[],address)',
    'orders criteriaResolvers fulfillments recipient',
  ],
  [
    'matchAdvancedOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),uint120,uint120,bytes,bytes)[],(uint256,uint8,uint256,uint256,bytes32[])[],((uint256,uint256)[],(uint256,uint256)[])[])',
    'orders criteriaResolvers fulfillments',
  ],
  [
    'atomicMatch_(address[14],uint256[18],uint8[8],bytes,bytes,bytes,bytes,bytes,bytes,uint8[2],bytes32[5])',
    'addrs uints feeMethodsSidesKindsHowToCalls calldataBuy calldataSell replacementPatternBuy replacementPatternSell staticExtradataBuy staticExtradataSell vs rssMetadata',
  ],
  ['bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)', 'items conduitKey'],
  ['proxyAssert(address,uint8,bytes)', 'dest howToCall data'],
  ['multicall(bytes[])', 'data'],
  ['execute(bytes,bytes[],uint256)', 'commands inputs deadline'],
  [
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    'to value data operation safeTxGas baseGas gasPrice gasToken refundReceiver signatures',
  ],
  ['mintWithRewards(address,uint256,uint256,bytes,address)', 'minter tokenId quantity minterArguments mintReferral'],
  ['mint(address,uint256,uint256,address[],bytes)', 'minter tokenId quantity rewardsRecipients minterArguments'],
  [
    'claim(address,uint256,uint256,address,uint256,(bytes32[],uint256,uint256,address),bytes)',
    '_receiver _tokenId _quantity _currency _pricePerToken _allowlistProof _data',
  ],
  ['splitPosition(address,bytes32,bytes32,uint256[],uint256)', 'collateralToken parentCollectionId conditionId partition amount'],
  ['mergePositions(address,bytes32,bytes32,uint256[],uint256)', 'collateralToken parentCollectionId conditionId partition amount'],
  ['redeemPositions(address,bytes32,bytes32,uint256[])', 'collateralToken parentCollectionId conditionId indexSets'],
  ['swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)', 'executor desc permit data'],
  ['wrapETH2LD(string,address,uint16,address)', 'label wrappedOwner ownerControlledFuses resolver'],
  ['registerAndWrapETH2LD(string,address,uint256,address,uint16)', 'label wrappedOwner duration resolver ownerControlledFuses'],
  [
    'register(string,address,uint256,bytes32,address,bytes[],bool,uint16)',
    'name owner duration secret resolver data reverseRecord ownerControlledFuses',
  ],
]
