/** Wire shapes of API keys. */
import { type Static, Type } from 'typebox'
import type { Names } from '../../kit/names/names.ts'
import { KEY_KINDS } from '../../kit/principals/scopes.ts'
import {
  Count,
  DateTime,
  Line,
  Maybe,
  Moment,
  Nullable,
  OneOf,
  pagedQuery,
  STRICT,
} from '../../kit/shared/wire.ts'
import { MAX_OVERLAP_SECONDS } from './keys.ts'
import { KEY_STATES } from './rules.ts'

const Label = Type.Unsafe<string>({ ...Line(256, 'A name for people.'), minLength: 1 })

/** The body of POST /keys. */
export function keyRequest({ scopes }: Pick<Names, 'scopes'>) {
  const all = [...new Set([...scopes.merchant, ...scopes.channel])]
  return Type.Object(
    {
      Kind: Type.Optional(
        OneOf(KEY_KINDS, "For the merchant, or for one of its channels; 'merchant' when left out."),
      ),
      ChannelId: Maybe(Count(1, Number.MAX_SAFE_INTEGER, 'The channel of a channel key.')),
      Label,
      Scopes: Type.Optional(
        Type.Array(OneOf(all, 'What the key can do.'), {
          minItems: 1,
          maxItems: all.length,
          description:
            'Default: the scopes of products, orders, fulfilment and channels; for a channel key all channel scopes except those of webhooks and connections.',
        }),
      ),
      ExpiresAt: Maybe(DateTime('When the key ends; never when left out.')),
    },
    { ...STRICT, title: 'KeyRequest' },
  )
}
export type KeyRequest = Static<ReturnType<typeof keyRequest>>

/** The body of PATCH /keys/<Id>. Values that are not named stay. */
export const KeyChangeRequest = Type.Object(
  {
    Label: Type.Optional(Label),
    ExpiresAt: Maybe(DateTime('When the key ends. Null: never.')),
  },
  { ...STRICT, title: 'KeyChange' },
)
export type KeyChangeRequest = Static<typeof KeyChangeRequest>

/** Default overlap of a rotation: a day. */
export const OVERLAP_SECONDS = 86_400

/** The body of POST /keys/<Id>/rotate. */
export const KeyRotation = Type.Object(
  {
    OverlapSeconds: Type.Optional(
      Count(
        0,
        MAX_OVERLAP_SECONDS,
        `Seconds for which the old key stays valid; ${OVERLAP_SECONDS} when left out.`,
      ),
    ),
  },
  { ...STRICT, title: 'KeyRotation' },
)
export type KeyRotation = Static<typeof KeyRotation>

const KEY = {
  Id: Type.Integer(),
  Kind: OneOf(KEY_KINDS, 'For the merchant, or for one of its channels.'),
  ChannelId: Nullable(Type.Integer({ description: 'Of a channel key.' })),
  Label: Type.String(),
  Scopes: Type.Array(Type.String()),
  State: OneOf(KEY_STATES, 'Whether the key is accepted.'),
  CreatedAt: Type.String({ format: 'date-time' }),
  ExpiresAt: Moment('When the key ends.'),
  LastUsedAt: Moment('When the key was last used, to the minute.'),
  RevokedAt: Moment('When the key was revoked.'),
  ReplacedBy: Nullable(Type.Integer({ description: 'Id of the key that replaces it.' })),
}

/** A key in an answer. It never contains the secret. */
export const KeyResponse = Type.Object(KEY, { title: 'KeyResponse' })
export type KeyResponse = Static<typeof KeyResponse>

/** A new key, with its secret. */
export const IssuedKeyResponse = Type.Object(
  {
    ...KEY,
    Key: Type.String({ description: 'The secret. It is shown only here, and not stored.' }),
  },
  { title: 'IssuedKeyResponse' },
)
export type IssuedKeyResponse = Static<typeof IssuedKeyResponse>

/** The path parameter of one key. */
export const KeyPath = Type.Object({
  id: Type.Unsafe<string>({
    type: 'string',
    pattern: '^[1-9][0-9]{0,14}$',
    description: 'Id of the key.',
  }),
})
export type KeyPath = Static<typeof KeyPath>

/** The query of GET /keys. */
export const KeysQuery = pagedQuery('keys', {})
export type KeysQuery = Static<typeof KeysQuery>
