/** Wire shapes of passkeys. */
import { Nullable } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { MAX_NAME } from './rules.ts'

/** A passkey of a person. */
export const PasskeyResponse = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    CreatedAt: Type.String({ format: 'date-time' }),
    LastUsedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the person last signed in with it; null for never.',
      }),
    ),
  },
  { title: 'Passkey' },
)
export type PasskeyResponse = Static<typeof PasskeyResponse>

/** What can be changed of a passkey. */
export const PasskeyChange = Type.Object(
  {
    Name: Type.String({
      minLength: 1,
      maxLength: MAX_NAME,
      description: 'By which the person tells it from the others.',
    }),
  },
  { title: 'PasskeyChange', additionalProperties: false },
)
export type PasskeyChange = Static<typeof PasskeyChange>
