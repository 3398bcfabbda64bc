/** What the functions of API keys take. */
import { type Static, Type } from 'typebox'
import { KEY_KINDS } from '../../kit/principals/scopes.ts'
import { Line, Maybe, OneOf, STRICT } from '../../kit/shared/wire.ts'

/** The shape of a new key. */
export const NewApiKey = Type.Object(
  {
    kind: OneOf(KEY_KINDS, 'For the customer, or for one of its channels.'),
    channelId: Type.Optional(Type.Integer({ minimum: 1 })),
    label: Type.Unsafe<string>({ ...Line(256), minLength: 1 }),
    scopes: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { ...STRICT, title: 'NewApiKey' },
)

/** The input of `createApiKey`. `expiresAt` is ISO 8601 with offset. */
export type NewApiKey = Static<typeof NewApiKey>

/** The shape of a change of a key. */
export const KeyChange = Type.Object(
  {
    label: Type.Optional(NewApiKey.properties.label),
    expiresAt: Maybe(Type.String({ format: 'date-time' })),
  },
  { ...STRICT, title: 'KeyChange' },
)

/** The input of `changeApiKey`. `expiresAt: null` removes the expiry. */
export type KeyChange = Static<typeof KeyChange>
