/** What may be done with shipments and returns, as rules. The calls refuse by the same ones. */
import type { ActionRules } from '../../../kit/principals/actions.ts'
import { type Refusal, refuse } from '../../../kit/shared/errors.ts'
import { FULFILMENT_WRITE } from '../../record/state/actions.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import { type Decision, returnStatus } from '../rules/statuses.ts'

/** What the actions on a record depend on. Only the lines of returns have decisions. */
export interface RecordFacts {
  readonly lines: readonly RecordLineFacts[]
  /** Null for all records but voided shipments. */
  readonly voidedAt: Date | null
}

/** A line of a record, and the units of its order line that are shipped and returned by all records. */
interface RecordLineFacts {
  readonly merchantReference: string | null
  readonly quantity: number
  readonly shipped: number
  readonly returned: number
}

/** Refuses another decision on a return of which all units are decided. A repeated decision is answered before. */
export function refuseDecision({ lines }: Pick<RecordFacts, 'lines'>): Refusal | undefined {
  const status = returnStatus(lines as unknown as readonly Decision[])
  if (status === 'ON_THE_WAY') return undefined
  const detail = `The return is ${status}: all of its units are already decided, and decisions cannot be changed. Create another return for further units.`
  return refuse('MARKET_RETURN_DECIDED', detail)
}

/** Refuses to change the tracking of a voided shipment. */
export function refuseShipmentChange({
  voidedAt,
}: Pick<RecordFacts, 'voidedAt'>): Refusal | undefined {
  if (voidedAt === null) return undefined
  const detail =
    'The shipment is VOIDED: its units are open again, and it cannot be changed. Create another shipment for what is sent.'
  return refuse('MARKET_SHIPMENT_VOIDED', detail)
}

/**
 * Refuses to void a shipment whose units were returned. Returns name lines and not shipments, so units count as returned from this shipment
 * if the other shipments of the line have fewer. A repeated void is answered before.
 */
export function refuseVoid({ lines, voidedAt }: RecordFacts): Refusal | undefined {
  if (voidedAt !== null) return undefined
  const line = lines.find(({ quantity, shipped, returned }) => shipped - quantity < returned)
  if (line === undefined) return undefined
  const { merchantReference, quantity, shipped, returned } = line
  const detail = `Units of the shipment are returned or on the way back: of the line ${JSON.stringify(merchantReference)}, ${shipped} are shipped (${quantity} of them here) and ${returned} returned. Only units that nobody has received can be voided.`
  return refuse('MARKET_QUANTITY_EXCEEDED', detail)
}

/** The actions on a shipment. */
export const SHIPMENT_ACTIONS = {
  change: { requires: FULFILMENT_WRITE, refuse: refuseShipmentChange },
  void: {
    requires: FULFILMENT_WRITE,
    refuse: refuseVoid,
    isDone: ({ voidedAt }) => voidedAt !== null,
  },
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
