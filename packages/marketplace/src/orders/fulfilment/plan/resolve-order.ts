/** Finds the order of an operation. Pure functions. */

import { type Issue, type Refusal, refuse, refuseIssues } from '../../../kit/shared/errors.ts'
import type { OrderState, Unacknowledged } from '../../record/order-state-store.ts'
import { noAcknowledgedOrder, refuseUnacknowledged } from '../../record/state/actions.ts'
import type { FulfilmentDraft } from '../records/draft.ts'
import type { Ledger } from './ledger.ts'
import type { Operation } from './operation.ts'

/**
 * Finds the order of an operation among the locked ones. A channel names the order by its own reference. A merchant names it by the
 * merchant's reference, or otherwise by the channel's.
 *
 * @param unacknowledged statuses of orders that are not acknowledged, by the reference of the channel, for the hint in a refusal
 */
export function resolveOrder(
  ledger: Pick<Ledger, 'findOrders'>,
  { caller, draft }: Operation,
  unacknowledged: Unacknowledged,
): OrderState | Refusal {
  const { merchantOrderReference: ofMerchant, channelOrderReference: ofChannel } = draft
  const channelId = caller.channel?.channelId ?? draft.channelId
  const isNamed = (state: OrderState) =>
    caller.channel || ofMerchant === null
      ? state.channelReference === ofChannel && (channelId ?? state.channelId) === state.channelId
      : state.merchantReference === ofMerchant
  const [order, ...others] = ledger.findOrders(isNamed)
  if (order === undefined) {
    return caller.channel
      ? refuseMissingOfChannel(draft)
      : refuseMissingOfMerchant(draft, unacknowledged)
  }
  if (others.length > 0) return refuseAmbiguous([order, ...others])
  const issues = nameIssuesOf(draft, order)
  return issues.length > 0 ? refuseIssues(issues) : order
}

/** All given names must belong to the same order. */
function nameIssuesOf(draft: FulfilmentDraft, order: OrderState): readonly Issue[] {
  const names = [
    ['/MerchantOrderReference', draft.merchantOrderReference, order.merchantReference],
    ['/ChannelOrderReference', draft.channelOrderReference, order.channelReference],
    ['/ChannelId', draft.channelId, order.channelId],
  ] as const
  return names
    .filter(([, given, actual]) => given !== null && given !== actual)
    .map(([path, , actual]) => {
      return { path, message: `is not that of the order, ${JSON.stringify(actual)}` }
    })
}

function refuseAmbiguous(orders: readonly OrderState[]): Refusal {
  const channels = orders.map(({ channelId }) => channelId).join(', ')
  const message = `is needed, since several channels have an order of this ChannelOrderReference: ${channels}`
  return refuseIssues([{ path: '/ChannelId', message }])
}

function refuseMissingOfChannel({ channelOrderReference }: FulfilmentDraft): Refusal {
  const reference = JSON.stringify(channelOrderReference)
  return refuse('MARKET_NOT_FOUND', `This channel has no order with ChannelReference ${reference}.`)
}

function refuseMissingOfMerchant(
  { kind, merchantOrderReference, channelOrderReference, channelId }: FulfilmentDraft,
  unacknowledged: Unacknowledged,
): Refusal {
  if (merchantOrderReference === null) {
    const reference = JSON.stringify(channelOrderReference)
    const detail =
      channelId === null
        ? `There is no order with ChannelReference ${reference}.`
        : `The channel ${channelId} has no order with ChannelReference ${reference}.`
    return refuse('MARKET_NOT_FOUND', detail)
  }
  for (const name of [merchantOrderReference, channelOrderReference]) {
    const status = unacknowledged.get(name ?? '')
    if (status) return refuseUnacknowledged(kind, status)
  }
  return noAcknowledgedOrder(merchantOrderReference)
}
