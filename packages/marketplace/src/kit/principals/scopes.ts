/** What a principal may do. Keys, people and agents have the same scopes. */
import type { RegisteredScope } from '../shared/names.ts'

/** A merchant key acts for the customer, a channel key for one of its channels. People and agents act as merchants. */
export const KEY_KINDS = ['merchant', 'channel'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

const CHANNEL = [
  'orders:create',
  'orders:read',
  'orders:cancel',
  'products:sync',
  'offers:sync',
  'fulfilment:read',
  'returns:create',
] as const

const CHANNEL_ADMINISTRATION = [
  'webhooks:read',
  'webhooks:write',
  'connections:read',
  'connections:write',
] as const

const TRADE = [
  'products:read',
  'products:write',
  'orders:read',
  'orders:write',
  'fulfilment:read',
  'fulfilment:write',
  'channels:read',
  'channels:write',
] as const

const ADMINISTRATION = [
  'keys:read',
  'keys:write',
  'webhooks:read',
  'webhooks:write',
  'connections:read',
  'connections:write',
  'settings:read',
  'settings:write',
] as const

/** Not a default: a program that works with orders need not be able to make some. */
const CREATION = ['orders:create'] as const

/** All scopes of the marketplace, of each kind. Applications add their own: see `namesWith`. */
export const SCOPES = {
  merchant: [...TRADE, ...CREATION, ...ADMINISTRATION],
  channel: [...CHANNEL, ...CHANNEL_ADMINISTRATION],
} as const satisfies Record<KeyKind, readonly string[]>

/** The scopes of a new key that names none. `orders:create` of a merchant and the scopes of the administration must be named. */
export const DEFAULT_SCOPES = {
  merchant: TRADE,
  channel: CHANNEL,
} as const satisfies Record<KeyKind, readonly string[]>

/** The union of all scopes. */
export type Scope = (typeof SCOPES)[KeyKind][number] | RegisteredScope
