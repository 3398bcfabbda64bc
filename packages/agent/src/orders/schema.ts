/** Shapes that tools of orders share. Results have more members than they name. */
import { Type } from 'typebox'
import { MAX_ISSUES } from '../kit/results.ts'
import type { Order } from './names.ts'

/** An order after a call that changed it. */
export const ChangedOrder = Type.Object({
  Id: Type.Integer(),
  Status: Type.String(),
  Link: Type.String(),
})

/** What a model needs of an order that a call has changed. */
export function changedOrder(order: Order, linkTo: (path: string) => string) {
  const { Id, MerchantReference, Status, Corrections, Warnings } = order
  const Link = linkTo(`/orders/${Id}`)
  return { Id, MerchantReference, Status, Corrections, Warnings, Link }
}

/** What became of the items of a call. */
export const OUTCOMES = {
  done: Type.Integer(),
  refused: Type.Integer(),
}

/** An item of a call for several orders: what became of it. */
export interface Outcome {
  readonly Outcome: 'done' | 'refused'
  readonly Code: string | null
  readonly Detail: string | null
  readonly Errors: readonly object[]
}

/** The counts of {@link OUTCOMES}. */
export function countOutcomes(outcomes: readonly Pick<Outcome, 'Outcome'>[]) {
  const done = outcomes.filter(({ Outcome }) => Outcome === 'done').length
  return { done, refused: outcomes.length - done }
}

/** Why an item was refused, with the tool to call next. */
export function reasonOf(
  { Outcome, Code, Detail, Errors }: Outcome,
  hints: Readonly<Record<string, string>>,
): object {
  if (Outcome === 'done') return {}
  const hint = hints[Code ?? '']
  return {
    Code,
    Detail,
    ...(Errors.length > 0 && { Errors: Errors.slice(0, MAX_ISSUES) }),
    ...(Errors.length > MAX_ISSUES && { moreErrors: Errors.length - MAX_ISSUES }),
    ...(hint !== undefined && { hint }),
  }
}
