/**
 * Names of chains the table does not know: id, name, symbol, explorer, `test` for a test network, family where it shows.
 * Made by tools/chain-names.mjs from the chain metadata of viem 2.50.4: do not edit.
 */
export const moreChains = `
2|Expanse Network|EXP|https://explorer.expanse.tech||
7|ThaiChain|TCH|https://exp.thaichain.org||
8|Ubiq Mainnet|UBQ|https://ubiqscan.io||
9|Quai Network Mainnet|QUAI|https://quaiscan.io||
11|Metadium Network|META|https://explorer.metadium.com||
14|Flare Mainnet|FLR|https://flare-explorer.flare.network||
15|Diode Prenet|DIODE|https://diode.io/prenet||
16|Songbird Testnet Coston|CFLR|https://coston-explorer.flare.network|test|
19|Songbird Canary-Network|SGB|https://songbird-explorer.flare.network||
20|Elastos Smart Chain|ELA|https://esc.elastos.io||
21|Elastos Smart Chain Testnet|tELA|https://esc-testnet.elastos.io|test|
24|KardiaChain Mainnet|KAI|https://explorer.kardiachain.io||
25|Cronos Mainnet|CRO|https://explorer.cronos.org||
30|Rootstock Mainnet|RBTC|https://explorer.rsk.co||
31|Rootstock Testnet|tRBTC|https://explorer.testnet.rootstock.io|test|
37|CONX Chain|XPLA|https://explorer.conx.xyz||
40|Telos|TLOS|https://www.teloscan.io||
41|Telos|TLOS|https://testnet.teloscan.io|test|
42|LUKSO|LYX|https://explorer.execution.mainnet.lukso.network||
44|Crab Network|CRAB|https://crab-scan.darwinia.network||
46|Darwinia Network|RING|https://explorer.darwinia.network||
47|Acria IntelliChain|ACRIA|https://explorer.acria.ai||
52|CoinEx Mainnet|cet|https://www.coinex.net||
57|Syscoin Mainnet|SYS|https://explorer.syscoin.org||
60|GoChain|GO|https://explorer.gochain.io||
66|OKC|OKT|https://www.oklink.com/okc||
71|Conflux eSpace Testnet|CFX|https://evmtestnet.confluxscan.org|test|
74|IDChain Mainnet|EIDI|https://explorer.idchain.one||
81|Japan Open Chain Mainnet|JOC|https://explorer.japanopenchain.org||
82|Meter|MTR|https://scan.meter.io||
83|Meter Testnet|MTR|https://scan-warringstakes.meter.io|test|
86|GateChain Mainnet|GT|https://www.gatescan.org||
88|Viction|VIC|https://vicscan.xyz||
89|Viction Testnet|VIC|https://testnet.vicscan.xyz|test|
94|SwissDLT Mainnet|BCTS|https://explorer.swissdlt.ch||
96|KUB Mainnet|KUB|https://www.bkcscan.com||
98|Six Protocol|SIX|https://sixscan.io/sixnet||
103|WorldLand Mainnet|WLC|https://scan.worldland.foundation||
106|Velas EVM Mainnet|VLX|https://evmexplorer.velas.com||
108|ThunderCore Mainnet|TT|https://explorer-mainnet.thundercore.com||
109|Shibarium|BONE|https://shibariumscan.io||
112|Coinbit Mainnet|GIDR|https://coinbit-explorer.chain.sbcrypto.app||
114|Flare Testnet Coston2|C2FLR|https://coston2-explorer.flare.network|test|
119|ENULS Mainnet|NULS|https://evmscan.nuls.io||
122|Fuse|FUSE|https://explorer.fuse.io||
123|Fuse Sparknet|SPARK|https://explorer.fusespark.io||
133|HashKey Chain Testnet|HSK|https://testnet-explorer.hsk.xyz|test|
140|Eteria|ERA|https://explorer.eteria.io||
148|Shimmer|SMR|https://explorer.evm.shimmer.network||
151|Redbelly Network Mainnet|RBNT|https://redbelly.routescan.io||
153|Redbelly Network Testnet|RBNT|https://redbelly.testnet.routescan.io|test|
157|Puppynet Shibarium|BONE|https://puppyscan.shib.io|test|
164|Omni Omega|OMNI|https://omega.omniscan.network|test|
166|Nomina|NOM|https://nomscan.io||
168|AIOZ Network|AIOZ|https://explorer.aioz.network||
169|Manta Pacific Mainnet|ETH|https://pacific-explorer.manta.network||
173|ENI Mainnet|ENI|https://scan.eniac.network||
177|HashKey Chain|HSK|https://hashkey.blockscout.com||
179|ABEY Mainnet|ABEY|https://abeyscan.com||
183|Ethernity|ETH|https://ernscan.io||
185|Mint Mainnet|ETH|https://explorer.mintchain.io||
196|X Layer Mainnet|OKB|https://www.oklink.com/xlayer||
202|Edgeless Testnet|EwETH|https://testnet.explorer.edgeless.network|test|
216|Happychain Testnet|HAPPY|https://explorer.testnet.happy.tech|test|
223|B2|BTC|https://explorer.bsquared.network||
232|Lens|GHO|https://explorer.lens.xyz||
239|TAC|TAC|https://tac.blockscout.com||
240|Nexilix Smart Chain|NEXILIX|https://scan.nexilix.com||
242|Plinga|PLINGA|https://www.plgscan.com||
246|Energy Mainnet|EWT|https://explorer.energyweb.org||
248|Oasys|OAS|https://scan.oasys.games||
250|Fantom|FTM|https://ftmscan.com||
251|Glide L1 Protocol XP|GLXP|https://blockchain-explorer.glideprotocol.xyz||
253|Glide L2 Protocol XP|GLXP|https://blockchain-explorer.glideprotocol.xyz||
254|Swan Chain Mainnet|ETH|https://swanscan.io||
255|Kroma|ETH|https://blockscout.kroma.network||
260|Guru Network Mainnet|GURU|https://scan.gurunetwork.ai||
261|Guru Network Testnet|tGURU|https://sepolia.gurunetwork.ai|test|
269|High Performance Blockchain|HPB|https://hscan.org||
270|ZKsync CLI Local Node|ETH||test|zksync
272|ZKsync CLI Local Custom Hyperchain|BAT|http://localhost:15005|test|zksync
273|XR One|XR1|https://xr1.calderaexplorer.xyz||
282|Cronos zkEVM Testnet|zkTCRO|https://explorer.zkevm.cronos.org/testnet|test|
288|Boba Network|ETH|https://bobascan.com||
291|Orderly|ETH|https://explorer.orderly.network||
295|Hedera Mainnet|HBAR|https://hashscan.io/mainnet||
296|Hedera Testnet|HBAR|https://hashscan.io/testnet|test|
297|Hedera Previewnet|HBAR|https://hashscan.io/previewnet|test|
300|ZKsync Sepolia Testnet|ETH|https://sepolia.explorer.zksync.io|test|zksync
311|Omax Mainnet|OMAX|https://omaxscan.com||
314|Filecoin Mainnet|FIL|https://filfox.info/en||
321|KCC Mainnet|KCS|https://explorer.kcc.io||
324|ZKsync Era|ETH|https://explorer.zksync.io||zksync
336|Shiden|SDN|https://shiden.subscan.io||
338|Cronos Testnet|tCRO|https://explorer.cronos.org/testnet|test|
360|Shape|ETH|https://shapescan.xyz||op-stack
361|Theta Mainnet|TFUEL|https://explorer.thetatoken.org||
365|Theta Testnet|TFUEL|https://testnet-explorer.thetatoken.org|test|
369|PulseChain|PLS|https://ipfs.scan.pulsechain.com||
375|zkXPLA Mainnet|ETH|https://explorer.zkxpla.io||
388|Cronos zkEVM Mainnet|zkCRO|https://explorer.zkevm.cronos.org||
397|NEAR Protocol|NEAR|https://eth-explorer.near.org||
398|NEAR Protocol Testnet|NEAR|https://eth-explorer-testnet.near.org|test|
420|Optimism Goerli|ETH|https://goerli-optimism.etherscan.io|test|op-stack
424|PGN|ETH|https://explorer.publicgoods.network||
462|Areon Network Testnet|TAREA|https://areonscan.com|test|
463|Areon Network|AREA|https://areonscan.com||
475|zkXPLA Testnet|ETH|https://testnet-explorer.zkxpla.io|test|
478|Form Network|ETH|https://explorer.form.network||op-stack
545|Flow EVM Testnet|FLOW|https://evm-testnet.flowscan.io|test|
570|Rollux Mainnet|SYS|https://explorer.rollux.com||
571|MetaChain Mainnet|MTC|https://explorer.metatime.com||
592|Astar|ASTR|https://astar.subscan.io||
595|Mandala TC9|mACA|https://blockscout.mandala.aca-staging.network|test|
599|Metis Goerli|METIS|https://goerli.explorer.metisdevops.link|test|
627|BattleChain Testnet|ETH|https://explorer.testnet.battlechain.com|test|zksync
646|Flow EVM Previewnet|FLOW|https://previewnet.flowdiver.io|test|
680|Jasmy Chain|JASMY|||
681|Jasmy Chain Testnet|JASMY||test|
686|Karura|KAR|https://blockscout.karura.network||
690|Redstone|ETH|https://explorer.redstone.xyz||op-stack
698|Matchain|BNB|https://matchscan.io||
699|Matchain Testnet|BNB|https://testnet.matchscan.io|test|
701|Koi Network|KRING|https://koi-scan.darwinia.network|test|
714|Eden|TIA|https://eden.blockscout.com||
721|Lycan|LYC|https://explorer.lycanchain.com||
747|Flow EVM Mainnet|FLOW|https://evm.flowscan.io||
753|Rivalz|ETH|https://rivalz.calderaexplorer.xyz||
766|QL1|QOM|https://scan.qom.one||
785|Autheo Testnet|THEO|https://testnet-explorer.autheo.com|test|
787|Acala|ACA|https://blockscout.acala.network||
824|Daily Network Mainnet|DLY|https://explorer.mainnet.dailycrypto.net||
825|Daily Network Testnet|DLY|https://explorer.testnet.dailycrypto.net|test|
841|Taraxa Mainnet|TARA|https://explorer.mainnet.taraxa.io||
842|Taraxa Testnet|TARA|https://explorer.testnet.taraxa.io|test|
888|Wanchain|WAN|https://wanscan.org||
919|Mode Testnet|ETH|https://sepolia.explorer.mode.network|test|op-stack
943|PulseChain V4|v4PLS|https://scan.v4.testnet.pulsechain.com|test|
957|Lyra Chain|ETH|https://explorer.lyra.finance||
964|Subtensor EVM|TAO|https://evm.taostats.io||
995|5ireChain|5IRE|https://5irescan.io||
997|5ireChain Thunder Testnet|5IRE|https://testnet.5irescan.io|test|
998|Hyperliquid EVM Testnet|HYPE||test|
1001|Kairos Testnet|KAIA|https://kairos.kaiascan.io|test|
1012|Newton|NEW|https://explorer.newtonproject.org||
1017|BNB Greenfield Chain|BNB|https://greenfieldscan.com||
1028|BitTorrent Chain Testnet|BTT|https://testnet.bttcscan.com|test|
1030|Conflux eSpace|CFX|https://evm.confluxscan.org||
1038|Bronos Testnet|tBRO|https://tbroscan.bronos.org|test|
1039|Bronos|BRO|https://broscan.bronos.org||
1073|Shimmer Testnet|SMR|https://explorer.evm.testnet.shimmer.network|test|
1075|IOTA EVM Testnet|IOTA|https://explorer.evm.testnet.iotaledger.net|test|
1088|Metis|METIS|https://explorer.metis.io||
1100|Dymension|DYM|https://dym.fyi||
1101|Polygon zkEVM|ETH|https://zkevm.polygonscan.com||
1111|WEMIX|WEMIX|https://explorer.wemix.com||
1112|WEMIX Testnet|tWEMIX|https://testnet.wemixscan.com|test|
1114|Core Testnet2|TCORE2|https://scan.test2.btcs.network|test|
1115|Core Testnet|TCORE|https://scan.test.btcs.network|test|
1116|Core Dao|CORE|https://scan.coredao.org||
1122|LuxePorts|LXP|https://lxpscan.com||
1123|B2 Testnet|BTC|https://testnet-explorer.bsquared.network|test|
1130|DeFiChain EVM Mainnet|DFI|https://meta.defiscan.live||
1131|DeFiChain EVM Testnet|DFI|https://meta.defiscan.live/?network=TestNet|test|
1135|Lisk|ETH|https://blockscout.lisk.com||op-stack
1215|ADF Chain|ADF|https://explorer.adftechnology.com||
1230|Ultron Testnet|ULX|https://explorer.ultron-dev.io|test|
1231|Ultron Mainnet|ULX|https://ulxscan.com||
1234|Step Network|FITFI|https://stepscan.io||
1281|Moonbeam Development Node|DEV|||
1284|Moonbeam|GLMR|https://moonscan.io||
1285|Moonriver|MOVR|https://moonriver.moonscan.io||
1287|Moonbase Alpha|DEV|https://moonbase.moonscan.io|test|
1315|Story Aeneid|IP|https://aeneid.storyscan.io|test|
1336|Kii Testnet Oro|KII|https://testnet.explorer.kiichain.io|test|
1338|Elysium Testnet|LAVA|https://elysium-explorer.vulcanforged.com|test|op-stack
1439|Injective Testnet|INJ|https://testnet.blockscout.injective.network|test|
1442|Polygon zkEVM Testnet|ETH|https://testnet-zkevm.polygonscan.com|test|
1453|MetaChain Istanbul|MTC|https://istanbul-explorer.metachain.dev|test|
1480|Vana|VANA|https://vanascan.io||
1513|Story Testnet|IP|https://testnet.storyscan.xyz|test|
1514|Story|IP|https://storyscan.io||
1516|Story Odyssey|IP|https://odyssey.storyscan.xyz|test|
1559|Tenet|TENET|https://tenetscan.io||
1612|OpenLedger|OPEN|https://scan.openledger.xyz||
1625|Gravity Alpha Mainnet|G|https://explorer.gravity.xyz||
1643|XGR Mainnet|XGR|https://explorer.xgr.network||
1663|Horizen Gobi Testnet|tZEN|https://gobi-explorer.horizen.io|test|
1686|Mint Sepolia Testnet|ETH|https://testnet-explorer.mintchain.io|test|
1729|Reya Network|ETH|https://explorer.reya.network||
1750|Metal L2|ETH|https://explorer.metall2.com||op-stack
1776|Injective|INJ|https://blockscout.injective.network||
1783|KiiChain|KII|https://explorer.kiichain.io||
1868|Soneium Mainnet|ETH|https://soneium.blockscout.com||op-stack
1875|Whitechain|WBT|https://explorer.whitechain.io||
1890|LightLink Phoenix Mainnet|ETH|https://phoenix.lightlink.io||
1891|LightLink Pegasus Testnet|ETH|https://pegasus.lightlink.io|test|
1923|Swellchain|ETH|https://explorer.swellnetwork.io||op-stack
1924|Swellchain Testnet|ETH|https://swell-testnet-explorer.alt.technology|test|op-stack
1946|Soneium Minato Testnet|ETH|https://soneium-minato.blockscout.com|test|op-stack
1952|X1 Testnet|OKB|https://www.oklink.com/xlayer-test|test|
1983|Krown|KROWN|https://explorer.krown.network||
1993|B3 Sepolia|ETH|https://sepolia.explorer.b3.fun|test|
1995|edeXa Testnet|tEDX|https://explorer.testnet.edexa.network|test|
1996|Sanko|DMT|https://explorer.sanko.xyz||
2000|Dogechain|WDOGE|https://explorer.dogechain.dog||
2017|Telcoin Adiri Testnet|TEL|https://telscan.io|test|
2020|Ronin|RON|https://app.roninchain.com||
2021|Edgeware EdgeEVM Mainnet|EDG|https://edgscan.live||
2022|Beresheet BereEVM Testnet|tEDG|https://testnet.edgscan.live|test|
2024|Swan Saturn Testnet|sETH|https://saturn-explorer.swanchain.io|test|
2026|Edgeless Network|EwETH|https://explorer.edgeless.network||
2039|Aleph Zero Testnet|TZERO|https://evm-explorer-testnet.alephzero.org|test|
2040|Vanar Mainnet|VANRY|https://explorer.vanarchain.com||
2192|SnaxChain|ETH|https://explorer.snaxchain.io||op-stack
2221|Kava EVM Testnet|KAVA|https://testnet.kavascan.com|test|
2222|Kava EVM|KAVA|https://kavascan.com||
2331|RSS3 VSL Sepolia Testnet|RSS3|https://scan.testnet.rss3.io|test|op-stack
2340|Atleta Olympia|ATLA|https://blockscout.atleta.network|test|
2345|GOAT|BTC|https://explorer.goat.network||
2355|Silicon zkEVM|ETH|https://scope.silicon.network||
2358|Kroma Sepolia|ETH|https://blockscout.sepolia.kroma.network|test|
2391|TAC SPB Testnet|TAC|https://spb.explorer.tac.build|test|
2442|Polygon zkEVM Cardona|ETH|https://cardona-zkevm.polygonscan.com|test|
2522|Fraxtal Testnet|FRAX|https://holesky.fraxscan.com|test|op-stack
2525|inEVM Mainnet|INJ|https://inevm.calderaexplorer.xyz||
2625|Whitechain Testnet|WBT|https://testnet.whitechain.io|test|
2710|Morph Sepolia|ETH|https://explorer-testnet.morphl2.io|test|
2730|XR Sepolia|tXR|https://xr-sepolia-testnet.explorer.caldera.xyz|test|
2810|Morph Holesky|ETH|https://explorer-holesky.morphl2.io|test|
2818|Morph|ETH|https://explorer.morphl2.io||
2882|Chips Network|IOTA|||
2911|HYCHAIN|TOPIA|https://explorer.hychain.com||
3068|Bifrost Mainnet|BFC|https://explorer.mainnet.bifrostnetwork.com||
3109|SatoshiVM Alpha Mainnet|BTC|https://svmscan.io||
3110|SatoshiVM Testnet|BTC|https://testnet.svmscan.io|test|
3141|Filecoin Hyperspace|tFIL|https://hyperspace.filfox.info/en|test|
3338|Peaq|PEAQ|https://peaq.subscan.io||
3636|Botanix Testnet|BTC|https://testnet.botanixscan.io|test|
3637|Botanix|BTC|https://botanixscan.io||
3721|Xone Chain Mainnet|XOC|https://xonescan.com||
3737|Crossbell|CSB|https://scan.crossbell.io||
3776|Astar zkEVM|ETH|https://astar-zkevm.explorer.startale.com||
3939|DOS Chain Testnet|DOS|https://test.doscan.io|test|
3993|APEX Testnet|ETH|https://exp-testnet.apexlayer.xyz|test|
4002|Fantom Testnet|FTM|https://testnet.ftmscan.com|test|
4090|Oasis Testnet|FTN|https://oasis.ftnscan.com|test|
4114|Citrea Mainnet|cBTC|https://explorer.mainnet.citrea.xyz||
4153|RISE|ETH|https://explorer.risechain.com||
4158|CrossFi Mainnet|XFI|https://xfiscan.com||
4200|Merlin|BTC|https://scan.merlinchain.io||
4201|LUKSO Testnet|LYXt|https://explorer.execution.testnet.lukso.network|test|
4202|Lisk Sepolia|ETH|https://sepolia-blockscout.lisk.com|test|op-stack
4203|Merlin Erigon Testnet|BTC|https://testnet-erigon-scan.merlinchain.io|test|
4217|Tempo Mainnet|USD|https://explore.tempo.xyz||
4242|Nexi|NEXI|https://www.nexiscan.com||
4337|Beam|BEAM|https://subnets.avax.network/beam||
4460|Orderly Sepolia|ETH|https://explorerl2new-orderly-l2-4460-sepolia-8tc3sd7dvy.t.conduit.xyz|test|
4689|IoTeX|IOTX|https://iotexscan.io||
4690|IoTeX Testnet|IOTX|https://testnet.iotexscan.io|test|
4759|MEVerse Chain Testnet|MEV|https://testnet.meversescan.io|test|
4777|BlackFort Exchange Network Testnet|TBXN|https://testnet-explorer.blackfort.network|test|
4999|BlackFort Exchange Network|BXN|https://explorer.blackfort.network||
5001|Mantle Testnet|MNT|https://explorer.testnet.mantle.xyz|test|
5031|Somnia|SOMI|https://explorer.somnia.network||
5042|Arc|USDC|||
5112|Ham|ETH|https://explorer.ham.fun||
5115|Citrea Testnet|cBTC|https://explorer.testnet.citrea.xyz|test|
5124|Seismic Devnet|ETH|https://explorer-2.seismicdev.net|test|
5165|Bahamut|FTN|https://www.ftnscan.com||
5234|Humanode|HMND|https://humanode.subscan.io||
5330|Superseed|ETH|https://explorer.superseed.xyz||op-stack
5424|edeXa|EDX|https://explorer.edexa.network||
5464|Saga|GAS|https://sagaevm.sagaexplorer.io||
5551|Nahmii 2 Mainnet|ETH|https://explorer.n2.nahmii.io||
5700|Syscoin Tanenbaum Testnet|SYS|https://tanenbaum.io|test|
5858|Chang Chain Foundation Mainnet|CTH|https://cthscan.com||
5887|MANTRA DuKong EVM Testnet|MANTRA|https://mantrascan.io/dukong|test|
5888|MANTRA EVM|MANTRA|https://blockscout.mantrascan.io||
6000|BounceBit Testnet|BB|https://testnet.bbscan.io|test|
6001|BounceBit Mainnet|BB|https://bbscan.io||
6497|MIZUHIKI Testnet Awaji|MIZU|https://awaji.blockscout.com|test|
6900|Nibiru|NIBI|https://nibiscan.io||
6969|Tomb Mainnet|TOMB|https://tombscout.com||
7000|ZetaChain|ZETA|https://zetascan.com||
7001|ZetaChain Athens Testnet|aZETA|https://testnet.zetascan.com|test|
7070|Planq Mainnet|PLQ|https://evm.planq.network||
7119|Sentrix Chain|SRX|https://scan.sentrixchain.com||
7120|Sentrix Testnet|SRX|https://scan-testnet.sentrixchain.com|test|
7171|Bitrock Mainnet|BROCK|https://explorer.bit-rock.io||
7200|exSat Network|BTC|https://scan.exsat.network||
7233|InitVerse Mainnet|INI|https://www.iniscan.com||
7234|InitVerse Genesis Testnet|INI|https://genesis-testnet.iniscan.com|test|
7332|Horizen EON|ZEN|https://eon-explorer.horizenlabs.io||
7518|MEVerse Chain Mainnet|MEV|https://www.meversescan.io||
7560|Cyber|ETH|https://cyberscan.co||
7668|The Root Network|XRP|https://rootscan.io||
7672|The Root Network - Porcini|XRP|https://porcini.rootscan.io|test|
7700|Canto|CANTO|https://tuber.build||
7887|Kinto Mainnet|ETH|https://explorer.kinto.xyz||
7897|Arena-Z|ETH|https://explorer.arena-z.gg||
7979|DOS Chain|DOS|https://doscan.io||
8008|Polynomial|ETH|https://polynomialscan.io||
8017|iSunCoin Mainnet|ISC|https://baifa.io/app/chains/8017||
8082|Shardeum Sphinx|SHM|https://explorer-sphinx.shardeum.org|test|
8118|Shardeum|SHM|https://explorer.shardeum.org||
8150|Alpen Testnet|sBTC|https://explorer.testnet.alpenlabs.io|test|
8217|Kaia|KAIA|https://kaiascan.io||
8333|B3|ETH|https://explorer.b3.fun||
8408|ZenChain Testnet|ZTC|https://zentrace.io|test|
8428|THAT Mainnet|THAT|https://that.blockscout.com||
8668|Hela Mainnet|HLUSD|https://mainnet-blockexplorer.helachain.com||
8822|IOTA EVM|IOTA|https://explorer.evm.iota.org||
8866|SuperLumio|ETH|https://explorer.lumio.io||
8880|Unique Mainnet|UNQ|https://unique.subscan.io||
8881|Quartz Mainnet|QTZ|https://quartz.subscan.io||
8882|Opal Testnet|OPL|https://opal.subscan.io|test|
8899|JB Chain|JBC|https://exp-l1.jibchain.net||
9000|Evmos Testnet|EVMOS|https://evm.evmos.dev|test|
9001|Evmos|EVMOS|https://escan.live||
9496|Load Alphanet|tLOAD|https://explorer.load.network|test|
9700|OORT MainnetDev|OORT|https://dev-scan.oortech.com||
9747|Plasma Devnet|XPL||test|
9990|Agung Network|AGNG|https://agung-testnet.subscan.io|test|
10081|Japan Open Chain Testnet|JOCT|https://explorer.testnet.japanopenchain.org|test|
10200|Gnosis Chiado|xDAI|https://blockscout.chiadochain.net|test|
10218|Tea Sepolia|TEA|https://sepolia.tea.xyz|test|
10242|Arthera|AA|https://explorer.arthera.net||
10243|Arthera Testnet|AA|https://explorer-test.arthera.net|test|
11011|Shape Sepolia Testnet|ETH|https://explorer-sepolia.shape.network|test|op-stack
11100|Bool Beta Mainnet|BOL|https://beta-mainnet.boolscan.com||
11235|HAQQ Mainnet|ISLM|https://explorer.haqq.network||
11501|BEVM Mainnet|BTC|https://scan-mainnet.bevm.io||
11822|Artela Testnet|ART|https://betanet-scan.artela.network|test|
12306|Fibo Chain|FIBO|https://scan.fibochain.org||
12323|Huddle01 dRTC Chain|ETH|https://huddle01.calderaexplorer.xyz||
12324|L3X Protocol|ETH|https://explorer.l3x.com||
12325|L3X Protocol Testnet|ETH|https://explorer-testnet.l3x.com|test|
12553|RSS3 VSL Mainnet|RSS3|https://scan.rss3.io||op-stack
13001|SnaxChain Testnet|ETH|https://testnet-explorer.snaxchain.io|test|op-stack
13337|Beam Testnet|BEAM|https://subnets-test.avax.network/beam|test|
13370|Cannon|ETH|||
13371|Immutable zkEVM|IMX|https://explorer.immutable.com||
13381|Phoenix Blockchain|PHX|https://phoenixplorer.com||
13473|Immutable zkEVM Testnet|IMX|https://explorer.testnet.immutable.com|test|
14800|Vana Moksha Testnet|VANA|https://moksha.vanascan.io|test|
14853|Humanode Testnet 5|HMND||test|
15000|Quai Network Testnet|QUAI|https://orchard.quaiscan.io|test|
15551|LoopNetwork Mainnet|LOOP|https://explorer.mainnetloop.com||
15557|EOS EVM Testnet|EOS|https://explorer.testnet.evm.eosnetwork.com|test|
16507|Genesys Mainnet|GSYS|https://gchainexplorer.genesys.network||
16600|0G Newton Testnet|A0GI|https://chainscan-newton.0g.ai|test|
16601|0G Galileo Testnet|A0GI|https://chainscan-galileo.0g.ai|test|
16602|0G Galileo Testnet|A0GI|https://chainscan-galileo.0g.ai|test|
16661|0G Mainnet|0G|https://chainscan.0g.ai||
17000|Holesky|ETH|https://holesky.etherscan.io|test|
17069|Garnet Testnet|ETH|https://explorer.garnetchain.com|test|op-stack
17777|EOS EVM|EOS|https://explorer.evm.eosnetwork.com||
18233|Unreal|reETH|https://unreal.blockscout.com|test|
18881|Ultra EVM Testnet|UOS|https://evmexplorer.testnet.ultra.io|test|
19991|Ultra EVM|UOS|https://evmexplorer.ultra.io||
20993|Fluent Devnet|ETH|https://devnet.fluentscan.xyz|test|
20994|Fluent Testnet|ETH|https://testnet.fluentscan.xyz|test|
21363|Lestnet|LETH|https://explore.lestnet.org|test|
22222|Nautilus Mainnet|ZBC|https://nautscan.com||
22776|MAP Protocol|MAPO|https://maposcan.io||
23023|PremiumBlock Testnet|PBLK|https://scan.premiumblock.org|test|
23294|Oasis Sapphire|ROSE|https://explorer.oasis.io/mainnet/sapphire||
23295|Oasis Sapphire Testnet|TEST|https://explorer.oasis.io/testnet/sapphire|test|
23451|DreyerX Mainnet|DRX|https://scan.dreyerx.com||
23452|DreyerX Testnet|DRX|https://testnet-scan.dreyerx.com|test|
25363|Fluent|ETH|https://fluentscan.xyz||
25925|Bitkub Testnet|tKUB|https://testnet.bkcscan.com|test|
28882|Boba Sepolia|ETH|https://testnet.bobascan.com|test|
29112|HYCHAIN Testnet|TOPIA|https://testnet-rpc.hychain.com/http|test|
29548|MCH Verse|OAS|https://explorer.oasys.mycryptoheroes.net||
31318|Tempo Devnet|USD|https://explore.devnet.tempo.xyz|test|
31611|Mezo Testnet|BTC|https://explorer.test.mezo.org|test|
31612|Mezo|BTC|https://explorer.mezo.org||
32520|Bitgert Mainnet|Brise|https://brisescan.com||
32659|Fusion Mainnet|FSN|https://fsnscan.com||
32769|Zilliqa|ZIL|https://evmx.zilliqa.com||
33101|Zilliqa Testnet|ZIL|https://evmx.testnet.zilliqa.com|test|
33979|Funki|ETH|https://funkiscan.io||op-stack
34443|Mode Mainnet|ETH|https://modescan.io||op-stack
35441|Q Mainnet|Q|https://explorer.q.org||
35443|Q Testnet|Q|https://explorer.qtestnet.org|test|
36900|ADI_Chain|ADI|https://explorer.adifoundation.ai||
37111|Lens Testnet|GRASS|https://block-explorer.testnet.lens.dev|test|
38833|Igra Network|iKAS|https://explorer.igralabs.com||
41455|Aleph Zero|AZERO|https://evm-explorer.alephzero.org||
41923|EDU Chain|EDU|https://educhain.blockscout.com||
42000|Helios Testnet|HLS|https://explorer.helioschainlabs.org|test|
42026|Donatuz|ETH|https://explorer.donatuz.com||
42070|WMC Testnet|WMTx|https://explorer2-base-testnet.worldmobile.net|test|
42170|Arbitrum Nova|ETH|https://nova.arbiscan.io||
42420|AssetChain Mainnet|RWA|https://scan.assetchain.org||
42421|AssetChain Testnet|RWA|https://scan-testnet.assetchain.org|test|
42431|Tempo Testnet (Moderato)|USD|https://explore.testnet.tempo.xyz|test|
42766|ZKFair Mainnet|USDC|https://scan.zkfair.io||
42793|Etherlink|XTZ|https://explorer.etherlink.com||
43111|Hemi|ETH|https://explorer.hemi.xyz||
43419|Gunz Mainnet|GUN|https://gunzscan.io||
43521|Formicarium|M|https://formicarium.memecorescan.io|test|
43851|ZKFair Testnet|USDC|https://testnet-scan.zkfair.io|test|
44787|Alfajores|A-CELO|https://celo-alfajores.blockscout.com|test|op-stack
45003|Juneo JUNE-Chain|JUNE|https://juneoscan.io/chain/2||
45004|Juneo DAI1-Chain|DAI1|https://juneoscan.io/chain/5||
45005|Juneo USDT1-Chain|USDT1|https://juneoscan.io/chain/3||
45006|Juneo USD1-Chain|USD1|https://juneoscan.io/chain/4||
45007|Juneo mBTC1-Chain|mBTC1|https://juneoscan.io/chain/9||
45008|Juneo GLD1-Chain|GLD1|https://juneoscan.io/chain/8||
45009|Juneo LTC1-Chain|LTC1|https://juneoscan.io/chain/11||
45010|Juneo DOGE1-Chain|DOGE1|https://juneoscan.io/chain/10||
45011|Juneo EUR1-Chain|EUR1|https://juneoscan.io/chain/6||
45012|Juneo SGD1-Chain|SGD1|https://juneoscan.io/chain/7||
45013|Juneo BCH1-Chain|BCH1|https://juneoscan.io/chain/12||
45014|Juneo LINK1-Chain|LINK1|https://juneoscan.io/chain/13||
46688|Fusion Testnet|FSN|https://testnet.fsnscan.com|test|
47763|Neo X Mainnet|GAS|https://xexplorer.neo.org||
47805|REI Mainnet|REI|https://scan.rei.network||
48898|Zircuit Garfield Testnet|ETH|https://explorer.garfield-testnet.zircuit.com|test|op-stack
48900|Zircuit Mainnet|ETH|https://explorer.zircuit.com||op-stack
50005|Yooldo Verse|OAS|https://explorer.yooldo-verse.xyz||
50006|Yooldo Verse Testnet|OAS|https://explorer.testnet.yooldo-verse.xyz|test|
50104|Sophon|SOPH|https://explorer.sophon.xyz||zksync
50312|Somnia Testnet|STT|https://shannon-explorer.somnia.network|test|
50341|Reddio Sepolia|RED|https://reddio-devnet.l2scan.co|test|
50342|Reddio|RED|https://reddio.cloud.blockscout.com||
52014|Electroneum Mainnet|ETN|https://blockexplorer.electroneum.com||
53302|Superseed Sepolia|ETH|https://sepolia-explorer.superseed.xyz|test|op-stack
53456|BirdLayer|ETH|https://scan.birdlayer.xyz||
53457|DODOchain Testnet|DODO|https://testnet-scan.dodochain.com|test|
53935|DFK Chain|JEWEL|https://subnets.avax.network/defi-kingdoms||
54170|Graphite Network Testnet|@G|https://test.atgraphite.com|test|
54211|HAQQ Testedge 2|ISLMT|https://explorer.testedge2.haqq.network|test|
55244|Superposition|ETH|https://explorer.superposition.so||
55931|Datahaven Testnet|MOCK|https://testnet.dhscan.io|test|
57000|Rollux Testnet|SYS|https://rollux.tanenbaum.io|test|
57054|Sonic Blaze Testnet|S|https://testnet.sonicscan.org|test|
57073|Ink|ETH|https://explorer.inkonchain.com||op-stack
58008|PGN|ETH|https://explorer.sepolia.publicgoods.network|test|
59140|Linea Goerli Testnet|ETH|https://goerli.lineascan.build|test|
59902|Metis Sepolia|tMETIS|https://sepolia-explorer.metisdevops.link|test|
60600|POTOS Testnet|POT|https://scan-testnet.potos.hk|test|
60603|POTOS Mainnet|POT|https://scan.potos.hk||
60808|BOB|ETH|https://explorer.gobob.xyz||op-stack
61166|Treasure|MAGIC|https://treasurescan.io||zksync
62049|Optopia Testnet|ETH|https://scan-testnet.optopia.ai|test|
62050|Optopia|ETH|https://scan.optopia.ai||
62092|TikTrix Testnet|tTTX|https://tiktrix.xyz|test|
62606|Apollo|APOLLO|https://apolloscan.io||
63157|Geist Mainnet|GHST|https://geist-mainnet.explorer.alchemy.com||
64165|Sonic Testnet|S|https://testnet.soniclabs.com|test|
64240|Fantom Sonic Open Testnet|FTM|https://public-sonic.fantom.network|test|
66665|Creator|ETH|https://explorer.creatorchain.io|test|
68414|Henesys|NXPC|https://subnets.avax.network/henesys||
71402|Godwoken Mainnet|pCKB|https://v1.gwscan.com||
72344|Radius Test Network|RUSD|https://testnet.radiustech.xyz|test|
73115|ICB Network|ICBX|https://icbscan.io||
80001|Polygon Mumbai|MATIC|https://mumbai.polygonscan.com|test|
80008|Polynomia Sepolia|ETH|https://sepolia.polynomialscan.io|test|
80084|Berachain bArtio|BERA|https://bartio.beratrail.io|test|
80085|Berachain Artio|BERA|https://artio.beratrail.io|test|
80931|Forta Chain|FORT|https://explorer.forta.org||
81224|Codex|ETH|https://explorer.codex.xyz||op-stack
84531|Base Goerli|ETH|https://goerli.basescan.org|test|op-stack
86608|CpChain|CP|https://explorer.cpchain.com||
88882|Chiliz Spicy Testnet|CHZ|http://spicy-explorer.chiliz.com|test|
88888|Chiliz Chain|CHZ|https://scan.chiliz.com||
88991|Jibchain Testnet|tJBC|https://exp.testnet.jibchain.net|test|
91342|GIWA Sepolia|ETH|https://sepolia-explorer.giwa.io|test|op-stack
96370|Lumoz|MOZ|https://scan.lumoz.info||
97453|Sidra Chain|SDA|https://ledger.sidrachain.com||
97476|Doma Testnet|ETH|https://explorer-testnet.doma.xyz|test|
98864|Plume Devnet (Legacy)|ETH|https://test-explorer.plumenetwork.xyz|test|
98865|Plume (Legacy)|ETH|https://explorer.plumenetwork.xyz||
98866|Plume|PLUME|https://explorer.plume.org||
98867|Plume Testnet|PLUME|https://testnet-explorer.plume.org|test|
100009|Vechain|VET|https://explore.vechain.org||
100021|Sova|ETH|https://explorer.sova.io||
101003|Socotra JUNE-Chain|JUNE|https://socotra.juneoscan.io/chain/2|test|
102030|Creditcoin|CTC|https://creditcoin.blockscout.com||
102031|Creditcoin Testnet|tCTC|https://creditcoin-testnet.blockscout.com|test|
102032|Creditcoin Devnet|devCTC|https://creditcoin-devnet.blockscout.com|test|
105105|Stratis Mainnet|STRAX|https://explorer.stratisevm.com||
105363|Lumoz Testnet|MOZ||test|
111188|re.al|reETH|https://explorer.re.al||
120893|Sova Network Sepolia|ETH|https://explorer.testnet.sova.io|test|
124832|Mitosis Testnet|MITO|https://testnet.mitosiscan.xyz|test|
127823|Etherlink Shadownet Testnet|XTZ|https://shadownet.explorer.etherlink.com|test|
128123|Etherlink Testnet|XTZ|https://testnet.explorer.etherlink.com|test|
132902|Form Testnet|ETH|https://sepolia-explorer.form.network|test|op-stack
167005|Taiko (Alpha-3 Testnet)|ETH|https://explorer.test.taiko.xyz|test|
167007|Taiko Jolnir (Alpha-5 Testnet)|ETH|https://explorer.jolnir.taiko.xyz|test|
167008|Taiko Katla (Alpha-6 Testnet)|ETH|https://explorer.katla.taiko.xyz|test|
167009|Taiko Hekla L2|ETH|https://hekla.taikoscan.network|test|
181228|HPP Sepolia|ETH|https://sepolia-explorer.hpp.io|test|
190415|HPP Mainnet|ETH|https://explorer.hpp.io||
200024|Nitrograph Testnet|NOS|https://explorer-testnet.nitrograph.foundation|test|
200810|Bitlayer Testnet|BTC|https://testnet.btrscan.com|test|
200901|Bitlayer Mainnet|BTC|https://www.btrscan.com||
202601|Ronin Saigon Testnet|RON|https://saigon-explorer.roninchain.com|test|
205205|Auroria Testnet|tSTRAX|https://auroria.explorer.stratisevm.com|test|
309075|One World Chain Mainnet|OWCT|https://mainnet.oneworldchain.org||
314159|Filecoin Calibration|tFIL|https://calibration.filscan.io|test|
360890|LAVITA Mainnet|vTFUEL|https://tsub360890-explorer.thetatoken.org||
380929|Silent Data Mainnet|ETH|https://explorer-mainnet.rollup.silentdata.com||
421613|Arbitrum Goerli|ETH|https://goerli.arbiscan.io|test|
440017|Graphite Network|@G|https://main.atgraphite.com||
490092|Pumpfi Testnet|PMPT|https://testnetscan.pumpfi.me|test|
513100|DisChain|DIS|https://www.oklink.com/dis||
534351|Scroll Sepolia|ETH|https://sepolia.scrollscan.com|test|
534352|Scroll|ETH|https://scrollscan.com||
543210|Zero Network|ETH|https://explorer.zero.network||
555888|DustBoy IoT|DST|https://dustboy.jibl2.com||
631571|Polter Testnet|GHST|https://polter-testnet.explorer.alchemy.com|test|
641230|Bear Network Chain Mainnet|BRNKC|https://brnkscan.bearnetwork.net||
656476|EDU Chain Testnet|EDU|https://opencampus-codex.blockscout.com|test|
660279|Xai Mainnet|XAI|https://explorer.xai-chain.net||
666666|Vision Testnet|VS|https://visionscan.org/?chain=vpioneer|test|
685689|Gensyn Mainnet|ETH|https://gensyn-mainnet.explorer.alchemy.com||
695569|Pyrope Testnet|ETH|https://pyrope.blockscout.com|test|op-stack
723487|Radius Network|RUSD|https://network.radiustech.xyz||
743111|Hemi Sepolia|ETH|https://testnet.explorer.hemi.xyz|test|
751230|Bear Network Chain Testnet|tBRNKC|https://brnktest-scan.bearnetwork.net|test|
752025|Ternoa|CAPS|https://explorer-mainnet.zkevm.ternoa.network||
763373|Ink Sepolia|ETH|https://explorer-sepolia.inkonchain.com|test|op-stack
763375|Surge Testnet|ETH|https://explorer.hoodi.surge.wtf|test|
808813|BOB Sepolia|ETH|https://bob-sepolia.explorer.gobob.xyz|test|op-stack
810180|zkLink Nova|ETH|https://explorer.zklink.io||
810181|zkLink Nova Sepolia Testnet|ETH|https://sepolia.explorer.zklink.io|test|
812242|Codex Testnet|ETH|https://explorer.codex-stg.xyz|test|op-stack
839999|exSat Testnet|BTC|https://scan-testnet.exsat.network|test|
888888|Vision|VS|https://visionscan.org||
911867|Odyssey Testnet|ETH|https://odyssey-explorer.ithaca.xyz|test|
978658|Treasure Topaz Testnet|MAGIC|https://topaz.treasurescan.io|test|zksync
984122|Forma|TIA|https://explorer.forma.art||
984123|Forma Sketchpad|TIA|https://explorer.sketchpad-1.forma.art|test|
1337803|Zhejiang|ZhejETH|https://zhejiang.beaconcha.in|test|
1440000|XRPL EVM|XRP|https://explorer.xrplevm.org||
1440002|XRPL EVM Devnet|XRP|https://explorer.xrplevm.org|test|
1449000|XRPL EVM Testnet|XRP|https://explorer.testnet.xrplevm.org|test|
1612127|PlayFi Albireo Testnet|ETH|https://albireo-explorer.playfi.ai|test|zksync
1998991|Xphere Testnet|XPT|https://xpt.tamsa.io|test|
2019775|Jovay Sepolia Testnet|ETH|https://sepolia-explorer.jovay.io/l2|test|
2524852|Huddle01 dRTC Chain Testnet|ETH|https://huddle-testnet.explorer.caldera.xyz|test|
2651420|Horizen Testnet|ETH|https://horizen-testnet.explorer.caldera.xyz|test|
3397901|Funki Sepolia Sandbox|ETH|https://sepolia-sandbox.funkichain.com|test|op-stack
3441005|Manta Pacific Testnet|ETH|https://pacific-explorer.testnet.manta.network|test|
3441006|Manta Pacific Sepolia Testnet|ETH|https://pacific-explorer.sepolia-testnet.manta.network|test|
5042002|Arc Testnet|USDC|https://testnet.arcscan.app|test|
5201420|Electroneum Testnet|ETN|https://blockexplorer.thesecurityteam.rocks|test|
5318007|Reactive Lasna Testnet|lREACT|https://lasna.reactscan.net|test|
5734951|Jovay Mainnet|ETH|https://explorer.jovay.io/l2||
6038361|Astar zkEVM Testnet zKyoto|ETH|https://zkyoto.explorer.startale.com|test|
6912115|ENI Testnet|ENI|https://scan-testnet.eniac.network|test|
6985385|Humanity|H|https://humanity-mainnet.explorer.alchemy.com||
7080969|Humanity Testnet|tHP|https://humanity-testnet.explorer.alchemy.com|test|
7225878|Saakuru Mainnet|OAS|https://explorer.saakuru.network||
7777777|Zora|ETH|https://explorer.zora.energy||op-stack
9999999|Fluence|FLT|https://blockscout.mainnet.fluence.dev||
10241024|AlienX Mainnet|ETH|https://explorer.alienxchain.io||
10241025|ALIENX Hal Testnet|ETH|https://hal-explorer.alienxchain.io|test|
11155931|RISE Testnet|ETH|https://explorer.testnet.riselabs.xyz|test|
12227332|Neo X Testnet T4|GAS|https://xt4scan.ngd.network|test|
20240603|DBK chain|ETH|https://scan.dbkchain.io||
20241133|Swan Proxima Testnet|sETH|https://proxima-explorer.swanchain.io|test|
20250217|Xphere Mainnet|XP|https://xp.tamsa.io||
20256789|ETP Mainnet|ETP|https://etpscan.xyz||
21000000|Corn|BTCN|https://cornscan.io||
21000001|Corn Testnet|BTCN|https://testnet.cornscan.io|test|
22052002|Excelon Mainnet|xlon|https://explorer.excelon.io||
28122024|Ancient8 Testnet|ETH|https://scanv2-testnet.ancient8.gg|test|op-stack
33772211|Xone Chain Testnet|XOC|https://testnet.xonescan.com|test|
37084624|SKALE Nebula Testnet|sFUEL|https://lanky-ill-funny-testnet.explorer.testnet.skalenodes.com|test|
41144114|Otim Devnet|ETH||test|
52164803|Fluence Testnet|tFLT|https://blockscout.testnet.fluence.dev|test|
111557560|Cyber Testnet|ETH|https://testnet.cyberscan.co|test|
161221135|Plume Testnet (Legacy)|ETH|https://testnet-explorer.plumenetwork.xyz|test|
245022926|Neon EVM DevNet|NEON|https://devnet.neonscan.org|test|
245022934|Neon EVM MainNet|NEON|https://neonscan.org||
253368190|Flame|TIA|https://explorer.flame.astria.org||
278611351|SKALE   Razor Network|sFUEL|https://turbulent-unique-scheat.explorer.mainnet.skalenodes.com||
324705682|SKALE Base Sepolia Testnet|CREDIT|https://base-sepolia-testnet-explorer.skalenodes.com|test|
333000333|Meld|MELD|https://meldscan.io||
391845894|SKALE   Block Brawlers|BRAWL|https://frayed-decent-antares.explorer.mainnet.skalenodes.com||
420420421|Westend Asset Hub|WND|https://westend-asset-hub-eth-explorer.parity.io|test|
420420422|Paseo PassetHub|PAS|https://blockscout-passet-hub.parity-testnet.parity.io|test|
531050104|Sophon Testnet|SOPH|https://explorer.testnet.sophon.xyz|test|zksync
666666666|Degen|DEGEN|https://explorer.degen.tips||
728126428|Tron|TRX|https://tronscan.org||
888888888|Ancient8|ETH|https://scan.ancient8.gg||op-stack
974399131|SKALE Calypso Testnet|sFUEL|https://giant-half-dual-testnet.explorer.testnet.skalenodes.com|test|
994873017|Lumia Mainnet|LUMIA|https://explorer.lumia.org||
999999999|Zora Sepolia|ETH|https://sepolia.explorer.zora.energy|test|op-stack
1020352220|SKALE Titan Testnet|sFUEL|https://aware-fake-trim-testnet.explorer.testnet.skalenodes.com|test|
1026062157|SKALE   CryptoBlades|sFUEL|https://affectionate-immediate-pollux.explorer.mainnet.skalenodes.com||
1032942172|SKALE   Crypto Colosseum|sFUEL|https://haunting-devoted-deneb.explorer.mainnet.skalenodes.com||
1187947933|SKALE Base|CREDIT|https://skale-base-explorer.skalenodes.com|test|
1273227453|SKALE   Human Protocol|sFUEL|https://wan-red-ain.explorer.mainnet.skalenodes.com||
1313161554|Aurora|ETH|https://aurorascan.dev||
1313161555|Aurora Testnet|ETH|https://testnet.aurorascan.dev|test|
1350216234|SKALE Titan Hub|sFUEL|https://parallel-stormy-spica.explorer.mainnet.skalenodes.com||
1444673419|SKALE Europa Testnet|sFUEL|https://juicy-low-small-testnet.explorer.testnet.skalenodes.com|test|
1482601649|SKALE Nebula Hub|sFUEL|https://green-giddy-denebola.explorer.mainnet.skalenodes.com||
1523903251|Haust Network Testnet|HAUST|https://explorer-testnet.haust.app|test|
1564830818|SKALE Calypso Hub|sFUEL|https://honorable-steel-rasalhague.explorer.mainnet.skalenodes.com||
1660990954|Status Network Sepolia|ETH|https://sepoliascan.status.network|test|
1666600000|Harmony One|ONE|https://explorer.harmony.one||
1722641160|Silicon Sepolia zkEVM|ETH|https://scope-sepolia.silicon.network|test|
1802203764|Kakarot Sepolia|ETH|https://sepolia.kakarotscan.org|test|
1952959480|Lumia Testnet|LUMIA|https://testnet-explorer.lumia.org|test|
2046399126|SKALE Europa Hub|sFUEL|https://elated-tan-skat.explorer.mainnet.skalenodes.com||
2139927552|Exorde Network|sFUEL|https://light-vast-diphda.explorer.mainnet.skalenodes.com||
2494104990|Tron Shasta|TRX|https://shasta.tronscan.org|test|
3448148188|Tron Nile|TRX|https://nile.tronscan.org|test|
7078815900|Mekong Pectra Devnet|eth|https://explorer.mekong.ethpandaops.io|test|
11297108099|Palm Testnet|PALM|https://palm.chainlens.com|test|
11297108109|Palm|PALM|https://palm.chainlens.com||
37714555429|Xai Testnet|sXAI|https://testnet-explorer-v2.xai-chain.net|test|
123420000220|Fluence Stage|tFLT|https://blockscout.stage.fluence.dev|test|
123420001114|Basecamp Testnet|CAMP|https://basecamp.cloud.blockscout.com|test|
383414847825|Zeniq Mainnet|ZENIQ|https://zeniqscan.com||
920637907288165|Kakarot Starknet Sepolia|ETH|https://sepolia.kakarotscan.org|test|
2713017997578000|Dchain Testnet|ETH|https://dchaintestnet-2713017997578000-1.testnet.sagaexplorer.io|test|op-stack
2716446429837000|Dchain|ETH|https://dchain-2716446429837000-1.sagaexplorer.io||op-stack
`
