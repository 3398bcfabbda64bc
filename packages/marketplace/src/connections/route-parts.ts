/** What all routes of connections have in common. */
import { type Static, Type } from 'typebox'
import { merchantOrChannel } from '../kit/principals/owner.ts'
import { type Refusal, refuse } from '../kit/shared/errors.ts'
import { Block, Count, Id, pageOf } from '../kit/shared/wire.ts'

/** Requirements of the calls: a merchant sees all connections, a channel its own. */
export const READ = { requires: merchantOrChannel('connections:read') }
export const WRITE = { requires: merchantOrChannel('connections:write') }

export const TAGS = ['Connections']

/** The refusal for a connection that does not exist, or that the caller does not see. */
export function noSuchConnection(connectionId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no connection ${connectionId}.`)
}

/** The path parameter of one connection. */
export const ConnectionPath = Type.Object({ id: Id('Id of the connection.') })
export type ConnectionPath = Static<typeof ConnectionPath>

/** Text for people that is not empty. */
export const Text = (maxLength: number, description: string) =>
  Type.Unsafe<string>({ ...Block(maxLength, description), minLength: 1 })

/** The number of the lease with which a connector writes. */
export const LeaseNumber = Count(
  1,
  2_147_483_647,
  'The number of the lease, as `leaseConnection` has answered it.',
)

/** The parameters of the pages of lists. A cursor can contain an id of 255 characters, each of which takes up to six. */
export const PAGE = pageOf('items', 2_000)

/** The kinds of records that are paired. */
export const KINDS = [
  'product',
  'order',
  'order_line',
  'shipment',
  'cancellation',
  'return',
  'refund',
] as const
export type Kind = (typeof KINDS)[number]
