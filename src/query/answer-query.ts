import type { MaybePromise } from '../store/port.ts'
import { type Answer, failed, succeeded } from './answer.ts'
import type { Caller, QueryContext } from './context.ts'
import { objectBody } from './envelope.ts'
import { type Failure, failure } from './errors.ts'
import { answerBlocks, planBlocks } from './getminedblocks.ts'
import { parameterTable, type QueryParameters } from './parameters.ts'
import { isFailure } from './plan.ts'
import { answerTransfers, planTransfers } from './token1155tx.ts'

/**
 * Answers a call whose key and limits were found in order. Checks run in the order callers know: chain, module, action, what to search by, the format of
 * each value, and last what the index holds. Answers at once where the store does. What the store throws, beyond a time-out, is thrown here too.
 */
export const answerQuery = (context: QueryContext, parameters: QueryParameters, caller: Caller): MaybePromise<Answer> => {
  const chainId = chainOf(context, parameters)
  if (chainId === undefined) return failed(failure('unsupportedChain', caller.baseUrl))
  const operation = operationOf(parameters)
  if (typeof operation === 'object') return failed(operation)
  return operations[operation](context, chainId, parameters, caller)
}

/** The chain asked for; undefined where it is not served here. */
const chainOf = ({ chains }: QueryContext, { chainid }: QueryParameters): number | undefined => {
  if (chainid === '') return chains.includes(Number(parameterTable.chainid.default)) ? Number(parameterTable.chainid.default) : chains[0]
  const asked = /^\d{1,15}$/.test(chainid) ? Number(chainid) : undefined
  return asked !== undefined && chains.includes(asked) ? asked : undefined
}

type Operation = (context: QueryContext, chainId: number, parameters: QueryParameters, caller: Caller) => MaybePromise<Answer>

const operations = {
  token1155tx: (context, chainId, parameters) => {
    const plan = planTransfers(chainId, parameters, context.cursors)
    return isFailure(plan) ? failed(plan) : answerTransfers(context, plan)
  },
  getminedblocks: (context, chainId, parameters) => {
    const plan = planBlocks(chainId, parameters, context.cursors)
    return isFailure(plan) ? failed(plan) : answerBlocks(context, plan)
  },
  getapilimit: (_context, _chainId, _parameters, caller) => {
    const body = objectBody(caller.limits())
    return succeeded([body], body.length, 0, undefined, undefined)
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The actions of each module. */
const modules: Readonly<Record<string, readonly (keyof typeof operations)[]>> = {
  account: ['token1155tx', 'getminedblocks'],
  getapilimit: ['getapilimit'],
}

const operationOf = ({ module, action }: QueryParameters): keyof typeof operations | Failure => {
  const named = module === '' ? parameterTable.module.default : module.toLowerCase()
  const actions = Object.hasOwn(modules, named) ? modules[named] : undefined
  if (actions === undefined) return failure('invalidModule')
  const wanted = action.toLowerCase()
  return actions.find((known) => known === wanted) ?? failure('invalidAction')
}
