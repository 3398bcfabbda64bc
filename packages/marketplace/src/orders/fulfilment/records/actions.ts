/** What may be done with shipments and returns, as rules. The calls refuse by the same ones. */
import type { ActionRules } from '../../../kit/principals/actions.ts'
import { type Refusal, refuse } from '../../../kit/shared/errors.ts'
import { FULFILMENT_WRITE } from '../../record/state/actions.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import { type Decision, returnStatus } from './rules.ts'

/** What the actions on a record depend on. Only the lines of returns have decisions. */
export interface RecordFacts {
  readonly lines: readonly unknown[]
}

/** Refuses another decision on a return of which all units are decided. A repeated decision is answered before. */
export function refuseDecision({ lines }: RecordFacts): Refusal | undefined {
  const status = returnStatus(lines as readonly Decision[])
  if (status === 'ON_THE_WAY') return undefined
  const detail = `The return is ${status}: all of its units are already decided, and decisions cannot be changed. Create another return for further units.`
  return refuse('MARKET_RETURN_DECIDED', detail)
}

/** The actions on a shipment. */
export const SHIPMENT_ACTIONS = {
  change: { requires: FULFILMENT_WRITE },
} as const satisfies ActionRules<RecordFacts>

/** The actions on a return. */
export const RETURN_ACTIONS = {
  decide: { requires: FULFILMENT_WRITE, refuse: refuseDecision },
} as const satisfies ActionRules<RecordFacts>

/** The actions on the records of each kind. Cancellations and backorders cannot be changed. */
export const RECORD_ACTIONS: Readonly<Partial<Record<Kind, ActionRules<RecordFacts>>>> = {
  shipment: SHIPMENT_ACTIONS,
  return: RETURN_ACTIONS,
}
