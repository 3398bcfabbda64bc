/** Comments of the merchant on its orders. They stand in the history, and channels do not see them. */
import type { Database } from '@entrepot/database'
import type { Caller } from '../../kit/principals/principal.ts'
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { noSuchOrder } from '../record/state/actions.ts'
import { lockOrder } from '../record/store.ts'
import { insertOrderEvents } from './order-event-store.ts'

/**
 * Adds a comment to the history of an order. The order itself does not change.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT` the comment is blank.
 *
 * @example
 * await commentOrder(database, caller, 7, 'The buyer called: leave it with the neighbours.')
 */
export async function commentOrder(
  database: Database,
  { customer: { customerId }, actor }: Caller,
  orderId: number,
  text: string,
): Promise<Refusal | undefined> {
  const comment = text.trim()
  if (comment === '') {
    return refuseIssues([{ path: '/Comment', message: 'must have a character that is not blank' }])
  }
  return await takeKeyedEffect(database, customerId, async (tx) => {
    const order = await lockOrder(tx, customerId, orderId)
    if (order === undefined) return noSuchOrder(orderId)
    const { ChannelId: channelId, Status: status } = order
    const type = 'order.commented'
    const event = {
      orderId,
      channelId,
      type,
      statusBefore: status,
      status,
      actor,
      comment,
    } as const
    await insertOrderEvents(tx, customerId, [event])
    return undefined
  })
}
