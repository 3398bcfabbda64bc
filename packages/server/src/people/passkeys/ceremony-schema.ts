/** What the script of the pages sends. The library checks the answers of authenticators further. */
import { Type } from 'typebox'
import { MAX_NAME, REASONS, type Reason } from './rules.ts'

const Base64Url = (maxLength: number) => Type.String({ pattern: '^[\\w-]*$', maxLength })

const credential = {
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
}

/** The answer to a sign-in: `AuthenticationResponseJSON` of Web Authentication Level 3, section 5.1. */
export const SignInAnswer = Type.Object({
  response: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url(8_000),
      authenticatorData: Base64Url(8_000),
      signature: Base64Url(8_000),
      userHandle: Type.Optional(Base64Url(100)),
    }),
  }),
})

/** Who asks to create a passkey, and why. */
export const CreateRequest = Type.Object({
  reason: Type.Unsafe<Reason>({ type: 'string', enum: [...REASONS] }),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  name: Type.Optional(Type.String({ maxLength: 1_000 })),
})

/** The new passkey: `RegistrationResponseJSON` of Web Authentication Level 3, section 5.1. */
export const CreateAnswer = Type.Object({
  response: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url(8_000),
      attestationObject: Base64Url(32_000),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
    }),
  }),
  /** The name of the passkey. */
  name: Type.Optional(Type.String({ maxLength: MAX_NAME * 4 })),
  removeOthers: Type.Optional(Type.Boolean()),
})
