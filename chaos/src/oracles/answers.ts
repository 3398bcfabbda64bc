/** Every answer must be correct: well-formed, and with a status that the stored state allows. */
import type { CallEntry } from '../entries.ts'
import {
  callsOf,
  groupCalls,
  mayHaveSucceeded,
  nameCall,
  type Oracle,
  succeeded,
  type Violation,
} from './oracle.ts'
import { canTake } from './units.ts'

/** Problem codes that mean: another call has changed the state of the order. */
const STATE_CODES = new Set(['MARKET_ORDER_STATUS'])

/**
 * Checks that no answer is a 500, a 503 has Retry-After, errors are problem documents, answers are about the requested subject,
 * intentionally invalid calls are refused, and the history explains every 401, 403, 404 and 409.
 */
export const evaluateAnswers: Oracle = (entries) => {
  const calls = callsOf(entries)
  const evaluate = statusEvaluator(calls)
  return calls.flatMap((call) => {
    const what = formFault(call) ?? evaluate(call)
    return what === undefined
      ? []
      : [{ what, detail: nameCall(call) + mismatchOf(call), at: call.at }]
  })
}

const mismatchOf = ({ mismatch }: CallEntry) => (mismatch === undefined ? '' : ` (${mismatch})`)

/** Faults of an answer that can be found without other answers. */
function formFault(call: CallEntry): string | undefined {
  const { status, wellFormed, retryAfter, mismatch, intent } = call
  if (status === null) return undefined
  if (status === 500) return '500'
  if (status > 500 && status !== 503) return `${status}`
  if (!wellFormed) return 'malformed answer'
  if (status === 503) return retryAfter === undefined ? '503 without Retry-After' : undefined
  if (mismatch !== undefined) return 'answer with wrong content'
  if (intent.refusedWith !== undefined && status !== intent.refusedWith) {
    return `not refused with ${intent.refusedWith}`
  }
  return undefined
}

/** Evaluates the status of an answer by the effects of earlier calls. */
function statusEvaluator(calls: readonly CallEntry[]): (call: CallEntry) => string | undefined {
  const makers = groupCalls(calls, ({ intent }) => intent.makes)
  const blockers = groupCalls(calls, ({ intent }) => intent.blocks)
  const claims = groupCalls(calls, ({ intent }) => intent.claims && [intent.claims.order])
  const wasThere = (thing: string, before: number) =>
    (makers.get(thing) ?? []).some((maker) => succeeded(maker) && maker.end < before)
  const mayBe = (group: readonly CallEntry[] | undefined, call: CallEntry) =>
    (group ?? []).some((other) => other !== call && other.at < call.end && mayHaveSucceeded(other))
  const isBlocked = (call: CallEntry) =>
    (call.intent.blockedBy ?? []).some((block) => mayBe(blockers.get(block), call))

  const conflict = (call: CallEntry): boolean => {
    const { code = '', intent } = call
    if (code === 'MARKET_PRODUCT_EXISTS') {
      return (intent.makes ?? []).some((thing) => mayBe(makers.get(thing), call))
    }
    if (STATE_CODES.has(code)) return isBlocked(call)
    if (code === 'MARKET_QUANTITY_EXCEEDED') {
      const { order = '' } = intent.claims ?? {}
      return !canTake(call, claims.get(order) ?? [], makers.get(order)?.[0])
    }
    return false
  }
  return (call) => {
    const { status, intent } = call
    if (status === null || status < 400 || status >= 500 || intent.refusedWith) return undefined
    if (status === 404) {
      const needs = intent.needs ?? []
      return needs.every((thing) => wasThere(thing, call.at)) ? 'wrong 404' : undefined
    }
    if (status === 409) return conflict(call) ? undefined : 'wrong 409'
    return `wrong ${status}`
  }
}

/** A request must be answered, or its connection must end. It must not hang. */
export const evaluateSilence: Oracle = (entries) =>
  callsOf(entries)
    .filter(({ failure }) => failure === 'hung')
    .map((call): Violation => ({ what: 'no answer', detail: nameCall(call), at: call.at }))
