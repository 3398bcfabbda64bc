/** The events of API keys. */
import { Type } from 'typebox'
import { KEY_KINDS } from '../../kit/principals/scopes.ts'
import type { EventFacts } from '../../kit/shared/names.ts'
import { Nullable, OneOf } from '../../kit/shared/wire.ts'

const KeyData = Type.Object(
  {
    Kind: OneOf(KEY_KINDS, 'For whom the key acts.'),
    ChannelId: Nullable(Type.Integer()),
    Label: Type.String(),
    ReplacedBy: Type.Optional(
      Type.Integer({ description: 'Of key.rotated: the Id of its successor.' }),
    ),
  },
  { title: 'KeyEventData' },
)

const key = { audience: 'merchant', scopes: ['keys:read'], data: KeyData } as const

export const KEY_EVENTS = {
  'key.created': key,
  'key.updated': key,
  'key.rotated': key,
  'key.revoked': key,
} as const satisfies Readonly<Record<string, EventFacts>>
