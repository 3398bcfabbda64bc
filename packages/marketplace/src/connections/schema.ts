/** Wire shapes of connections. */
import { type Static, Type } from 'typebox'
import { Count, Line, Maybe, Moment, Nullable, OneOf, STRICT } from '../kit/shared/wire.ts'
import { PAGE } from './route-parts.ts'

/** What a shop is for the hub. */
export const ROLES = ['merchant', 'channel'] as const
export type Role = (typeof ROLES)[number]

/** How a connection is doing. */
export const STATES = ['new', 'running', 'paused', 'failing', 'offline'] as const
export type State = (typeof STATES)[number]

/** A plain value of a setting. */
type SettingValue = string | number | boolean
export type Settings = Readonly<Record<string, SettingValue>>

/** Most bytes of the settings of a connection, as JSON. */
export const MAX_SETTINGS_BYTES = 16_384

const SettingsRequest = Type.Unsafe<Settings>({
  type: 'object',
  maxProperties: 100,
  propertyNames: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,59}$' },
  additionalProperties: {
    anyOf: [
      { type: 'string', format: 'line', maxLength: 2_000 },
      { type: 'number' },
      { type: 'boolean' },
    ],
  },
  description:
    'What the connector needs to know of the shop, without secrets: plain values by name, up to 16 KB. A name such as `apiKey` is refused: secrets are given to the connector only.',
})

const Name = Type.Unsafe<string>({ ...Line(100, 'A name for people.'), minLength: 1 })

/** The name of an adapter. */
export const Shop = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  description: 'Which adapter, such as `vendure`.',
})

/** The body of POST /connections. */
export const ConnectionRequest = Type.Object(
  {
    Name,
    Shop,
    Role: OneOf(
      ROLES,
      'merchant: the shop sells from its own stock, and gets orders. channel: the shop sells the products of the hub.',
    ),
    ChannelId: Maybe(
      Count(1, Number.MAX_SAFE_INTEGER, 'The channel that the shop is, for the role `channel`.'),
    ),
    Settings: SettingsRequest,
  },
  { ...STRICT, title: 'ConnectionRequest' },
)
export type ConnectionRequest = Static<typeof ConnectionRequest>

/** The body of PATCH /connections/<Id>. Values that are not named stay. */
export const ConnectionChange = Type.Object(
  {
    Name: Type.Optional(Name),
    Settings: Type.Optional(SettingsRequest),
    IsPaused: Type.Optional(
      Type.Boolean({ description: 'Whether the connector only waits, until it is set to false.' }),
    ),
  },
  { ...STRICT, title: 'ConnectionChange' },
)
export type ConnectionChange = Static<typeof ConnectionChange>

/** Numbers by name. */
const numbers = (description: string) => ({
  type: 'object' as const,
  additionalProperties: { type: 'integer' as const },
  description,
})

/** A shape or null. */
const orNull = <T extends Parameters<typeof Nullable>[0]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const ConnectionFailure = Type.Object(
  {
    Message: Type.String({ description: 'What happened.' }),
    Remedy: Type.String({ description: 'What a person can do.' }),
    Since: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectionFailureResponse' },
)

const ConnectionHolder = Type.Object(
  {
    Holder: Type.String({ description: 'The name of the connector.' }),
    ExpiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectionHolder' },
)

const ConnectionCounts = Type.Object(
  {
    Linked: Type.Unsafe<Readonly<Record<string, number>>>(
      numbers('Records that are in the hub and in the shop, by kind.'),
    ),
    Creating: Type.Integer({
      description: 'Records whose creation in the shop was begun and not confirmed.',
    }),
    Problems: Type.Integer({ description: 'Records with a problem.' }),
  },
  { title: 'ConnectionCounts' },
)

/** A connection in an answer. */
export const ConnectionResponse = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    Shop: Type.String({ description: 'Which adapter, such as `vendure`.' }),
    Role: OneOf(ROLES, 'What the shop is for the hub.'),
    ChannelId: Nullable(Type.Integer({ description: 'Of the role `channel`.' })),
    Settings: Type.Unsafe<Settings>({
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'boolean'] },
      description: 'What the connector knows of the shop. It never contains a secret.',
    }),
    IsPaused: Type.Boolean(),
    State: OneOf(
      STATES,
      'new: no connector has served it yet. offline: it is not paused, and no connector has served it for 5 minutes.',
    ),
    Failure: orNull(ConnectionFailure, 'Why the shop cannot be used. Null if it can.'),
    LastRunAt: Moment('The end of the last run that was recorded.'),
    LastSuccessAt: Moment('The end of the last run without a failure.'),
    LastChangeAt: Moment('The end of the last run that has changed something.'),
    Lease: orNull(ConnectionHolder, 'The connector that serves it. Null if there is none.'),
    Cursors: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'How far the connector has read the shop, by name.',
    }),
    Counts: ConnectionCounts,
    Pending: Type.Unsafe<Readonly<Record<string, number>> | null>({
      ...numbers('What waits, by step, as the connector says. Null if it has not said.'),
      type: ['object', 'null'],
    }),
    LagSeconds: Nullable(
      Type.Integer({ description: 'For how long the oldest item waits, as the connector says.' }),
    ),
    Version: Type.Integer({ description: 'Counts changes of the name, the settings and pauses.' }),
    CreatedAt: Type.String({ format: 'date-time' }),
    UpdatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectionResponse' },
)
export type ConnectionResponse = Static<typeof ConnectionResponse>

/** The query of GET /connections. */
export const ConnectionsQuery = Type.Object(PAGE, STRICT)
export type ConnectionsQuery = Static<typeof ConnectionsQuery>
