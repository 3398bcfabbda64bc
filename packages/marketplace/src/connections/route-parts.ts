/** What all routes of connections have in common. */
import { type Static, Type } from 'typebox'
import type { Principal, Requirement } from '../kit/principals/principal.ts'
import { type Refusal, refuse } from '../kit/shared/errors.ts'
import { Block, Count } from '../kit/shared/wire.ts'

const both = (scope: 'connections:read' | 'connections:write') =>
  [
    { kind: 'merchant', scope },
    { kind: 'channel', scope },
  ] as const satisfies readonly Requirement[]

/** Requirements of the calls: a merchant sees all connections, a channel its own. */
export const READ = { requires: both('connections:read') }
export const WRITE = { requires: both('connections:write') }

export const TAGS = ['Connections']

/** Whose connections a principal sees. A merchant sees those of its channels, too. */
export interface Owner {
  readonly customerId: string
  /** Null for the merchant. */
  readonly channelId: number | null
}

export function ownerOf({ customer, channel }: Principal): Owner {
  return { customerId: customer.customerId, channelId: channel?.channelId ?? null }
}

/** The refusal for a connection that does not exist, or that the caller does not see. */
export function noSuchConnection(connectionId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no connection ${connectionId}.`)
}

/** An id in a path. */
export const Id = (description: string) =>
  Type.Unsafe<string>({ type: 'string', pattern: '^[1-9][0-9]{0,14}$', description })

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
export const PAGE = {
  pageSize: Type.Optional(Count(1, 1000, 'Most items to answer; 100 when left out.')),
  cursor: Type.Optional(Type.String({ maxLength: 2_000, description: 'From the Link of a page.' })),
}

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
