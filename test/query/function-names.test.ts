import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { abiFunctionNames, bundledFunctionNames, selectorOf } from '../../src/query/function-names.ts'
import { knownFunctions } from '../../src/query/known-functions.ts'
import { tokenOverrides } from '../../src/query/operator-files.ts'
import { shared } from '../shared.ts'

describe('function names', () => {
  it('shows the standard calls with their parameter names', () => {
    const names = bundledFunctionNames()
    expect(names.get('0xf242432a')).toBe('safeTransferFrom(address _from,address _to,uint256 _id,uint256 _amount,bytes _data)')
    expect(names.get('0x1249c58b')).toBe('mint()')
  })

  it('shows structures as tuples', () => {
    const names = bundledFunctionNames()
    expect(names.get('0xfb0f3ee1')).toBe('fulfillBasicOrder(tuple parameters)')
    expect(names.get('0xf2d12b12')).toBe(
      'matchAdvancedOrders(tuple[] orders,tuple[] criteriaResolvers,tuple[] fulfillments,address recipient)',
    )
  })

  it('has a name for every parameter', () => {
    for (const [signature] of knownFunctions)
      expect(bundledFunctionNames().get(selectorOf(signature)), signature).not.toMatch(/[(,][^ ()]+[,)]/)
  })

  it.skipIf(!shared.present)('knows every selector of the reference table, by its signature', () => {
    const { functions } = JSON.parse(readFileSync(new URL('data/tables/erc1155_selectors.json', shared.folder), 'utf8'))
    const expected = functions.map(({ selector, signature }: { selector: string; signature: string }) => [selector, signature])
    expect(knownFunctions.map(([signature]) => [selectorOf(signature), signature])).toEqual(expected)
  })
})

describe('ABI files of the operator', () => {
  const inputs = [
    { name: 'who', type: 'address' },
    {
      name: 'orders',
      type: 'tuple[2]',
      components: [
        { name: 'a', type: 'uint256' },
        { name: 'b', type: 'tuple', components: [{ type: 'bytes' }] },
      ],
    },
    { name: '', type: 'bytes32' },
  ]
  const entry = { type: 'function', name: 'craft', inputs }

  it.each([
    ['an array', [entry, { type: 'event', name: 'Ignored' }]],
    ['a compiler artefact', { abi: [entry] }],
  ])('reads %s', (_, abi) => {
    expect([...abiFunctionNames(abi)]).toEqual([
      [selectorOf('craft(address,(uint256,(bytes))[2],bytes32)'), 'craft(address who,tuple[2] orders,bytes32)'],
    ])
  })

  it.each([
    ['no list', {}, /expected a JSON array/],
    ['a function without a name', [{ type: 'function', inputs: [] }], /name undefined/],
    ['inputs that are no list', [{ type: 'function', name: 'a', inputs: 3 }], /"inputs" of an entry is not a list/],
    ['a type with markup', [{ type: 'function', name: 'a', inputs: [{ type: '<b>' }] }], /has the type "<b>"/],
  ])('refuses %s with a sentence', (_, abi, message) => {
    expect(() => abiFunctionNames(abi)).toThrow(message)
  })
})

describe('token names of the operator', () => {
  const contract = '0xAbcdefabcdefabcdefabcdefabcdefabcdefabcd'
  it('are kept by chain and contract in lower case', () => {
    const text = { name: 'A', symbol: 'B' }
    expect([...tokenOverrides({ 137: { [contract]: text } })]).toEqual([[`137:${contract.toLowerCase()}`, text]])
  })
  it.each([
    ['a chain that is no number', { main: {} }, /"main" is not a chain id/],
    ['an address that is none', { 1: { '0x12': { name: '', symbol: '' } } }, /"0x12" of chain 1 is not an address/],
    ['a missing symbol', { 1: { [contract]: { name: 'A' } } }, /needs a "name" and a "symbol"/],
    ['a list', [], /the file is not a JSON object/],
  ])('refuse %s', (_, json, message) => {
    expect(() => tokenOverrides(json)).toThrow(message)
  })
})
