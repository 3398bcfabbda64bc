/** For which channel an order is created. */
import type { Database } from '@entrepot/database'
import { findChannels } from '../../accounts/channels/store.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Principal } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import type { OrderRequest } from '../record/schema.ts'

/** The origin of an order: a channel of a customer. */
export interface OrderOrigin {
  readonly customer: Customer
  readonly channel: Channel
  /** Who sends the order, for the history. @default the hub */
  readonly actor?: Actor
}

/** The origin of an order that a principal sends: its own channel, or the channel that a merchant names. */
export async function originOf(
  database: Database,
  { customer, channel: own, actor }: Principal,
  request: OrderRequest,
): Promise<OrderOrigin | Refusal> {
  if (own && !request.ChannelReference) {
    return refuseIssues([{ path: '/ChannelReference', message: 'is required' }])
  }
  const channel = own ?? (await findNamed(database, customer, request))
  return isRefusal(channel) ? channel : { customer, channel, actor }
}

async function findNamed(
  database: Database,
  { customerId }: Customer,
  { ChannelId }: OrderRequest,
): Promise<Channel | Refusal> {
  if (!ChannelId) {
    const message = 'is required: name the channel of the merchant to which the order belongs'
    return refuseIssues([{ path: '/ChannelId', message }])
  }
  const channels = await findChannels(database, customerId)
  const channel = channels.find(({ channelId }) => channelId === ChannelId)
  if (channel === undefined) return refuse('MARKET_NOT_FOUND', `There is no channel ${ChannelId}.`)
  if (channel.isActive) return channel
  const message = 'is a channel that is not active: activate it, or choose another one'
  return refuseIssues([{ path: '/ChannelId', message }])
}
