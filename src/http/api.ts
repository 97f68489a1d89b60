import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission, Gate } from '../access/gate.ts'
import type { Logger } from '../log/logger.ts'
import type { Answer } from '../query/answer.ts'
import type { Caller } from '../query/context.ts'
import { type Failure, statusOf } from '../query/errors.ts'
import type { QueryParameters } from '../query/parameters.ts'
import { readParameters } from '../query/read-parameters.ts'
import type { MaybePromise } from '../store/port.ts'
import { type CallerReader, keyFromHeaders } from './caller.ts'
import { appendAnswerHeaders, startJsonHeaders } from './headers.ts'
import { type Responder, sendBody, sendFailure } from './respond.ts'

export interface ApiParts extends Responder {
  readonly gate: Gate
  readonly answer: (parameters: QueryParameters, caller: Caller) => MaybePromise<Answer>
  /** What `getapilimit` tells of the key that was let in. */
  readonly limits: (admission: Admission) => MaybePromise<object>
  readonly callers: CallerReader
  readonly log: Logger
}

/** The one path: parameters, key and limits, query, bytes. Promises are only made where a part has to wait: the embedded store and local limits never do. */
export type ApiHandler = (request: IncomingMessage, response: ServerResponse, query: string, body: string) => void

export const apiHandler = (parts: ApiParts): ApiHandler => {
  const { gate, callers, log } = parts
  return (request, response, query, body) => {
    const crash = (error: unknown): void => {
      log.error('a query failed', { error })
      parts.metrics.add('ownscan_answers_total', '{outcome="internal"}')
      sendFailure(request, response, 'internal')
    }
    try {
      const parameters = readParameters(query, body)
      const honest = parameters.errors.toLowerCase() === 'http'
      const asksLimits = parameters.module.toLowerCase() === 'getapilimit'
      const key = parameters.apikey === '' ? keyFromHeaders(request) : parameters.apikey
      const reply = (answer: Answer): void => sendAnswer(parts, request, response, answer, honest, query, body)
      const goOn = (limits: object): MaybePromise<void> => {
        const answer = parts.answer(parameters, { baseUrl: callers.baseUrl(request), limits: () => limits })
        return answer instanceof Promise ? answer.then(reply) : reply(answer)
      }
      const enter = (admission: Admission): MaybePromise<void> => {
        if (!admission.admitted) return refuse(parts, request, response, admission.failure, admission.retryAfterSeconds, honest)
        if (!asksLimits) return goOn(noLimits)
        const limits = parts.limits(admission)
        return limits instanceof Promise ? limits.then((found) => goOn(found)) : goOn(limits)
      }
      const admission = gate(key, callers.source(request), asksLimits)
      const done = admission instanceof Promise ? admission.then(enter) : enter(admission)
      if (done instanceof Promise) done.catch(crash)
    } catch (error) {
      crash(error)
    }
  }
}

const noLimits = {}

const sendAnswer = (
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  honest: boolean,
  query: string,
  body: string,
): void => {
  const headers = startJsonHeaders(answer.bytes)
  appendAnswerHeaders(headers, answer, query, body)
  const { metrics } = parts
  if (answer.failure !== undefined) {
    metrics.add('ownscan_answers_total', `{outcome="${answer.failure.code}"}`)
    sendBody(parts, request, response, statusOf(answer.failure.code, honest), headers, answer.body, answer.bytes, answer.release)
    return
  }
  metrics.add('ownscan_answers_total', answer.rows === 0 ? '{outcome="empty"}' : '{outcome="ok"}')
  metrics.add('ownscan_rows_total', '', answer.rows)
  sendBody(parts, request, response, 200, headers, answer.body, answer.bytes, answer.release)
}

const refuse = (
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
  reason: Failure,
  retryAfterSeconds: number | undefined,
  honest: boolean,
): void => {
  parts.metrics.add('ownscan_answers_total', `{outcome="${reason.code}"}`)
  const headers = startJsonHeaders(reason.body.length)
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', retryAfterSeconds)
  sendBody(parts, request, response, statusOf(reason.code, honest), headers, [reason.body], reason.body.length)
}
