import { addressOf } from '../service/ask.ts'

/** How published clients are pointed here. Each way is under test in `test/http/clients.test.ts`. */
export const clients = (): readonly { readonly name: string; readonly text: string }[] => {
  const base = addressOf('/').href.replace(/\/$/, '')
  return [
    { name: 'Anything that takes a base address', text: `${base}/v2/api` },
    { name: 'etherscan-ts', text: `new Etherscan(KEY, '${base}/v2/api')` },
    { name: 'etherscan-api', text: `etherscanApi.init(KEY, undefined, 10_000, axios.create({ baseURL: '${base}/v2' }))` },
    {
      name: 'ethers 6',
      text: `const usual = FetchRequest.createGetUrlFunc()
FetchRequest.registerGetUrl((request, signal) => {
  const led = request.clone()
  led.url = request.url.replace('https://api.etherscan.io', '${base}')
  return usual(led, signal)
})
new EtherscanProvider(Network.from(1), KEY)`,
    },
  ]
}
