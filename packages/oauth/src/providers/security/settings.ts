/** The shapes of the settings of one provider by which requests and answers are protected beyond a client secret. */
import { type Static, Type } from 'typebox'
import { CLOSED, Flag, Text } from '../../shared/schema-parts.ts'

const KEY_SOURCE = {
  key: Type.Union([Type.String({ minLength: 1 }), Type.Record(Type.String(), Type.Unknown())], {
    description: 'The private key: PEM (PKCS #8, PKCS #1 or SEC 1), or a JWK as text or as a map.',
  }),
  keyFile: Text('A file with the private key, in place of key.'),
  kid: Text('Name of the key in headers and in the key set. Default: the kid of the JWK.'),
}

/** One of `clientKeys`. */
export const ClientKeySettings = Type.Partial(
  Type.Object({
    ...KEY_SOURCE,
    algorithm: Text(
      'RS256 to RS512, PS256 to PS512, ES256, ES384, ES512 or EdDSA. Default: by the key; for RSA RS256, or PS256 if only that is announced, and for azure.',
    ),
    certificate: Text('The certificate of the key (PEM), whose thumbprint goes into the header.'),
    certificateFile: Text('A file with the certificate, in place of certificate.'),
    thumbprint: Type.Union([Type.Literal('x5t#S256'), Type.Literal('x5t')], {
      description: 'Which thumbprint of the certificate is sent. Default x5t#S256.',
    }),
  }),
  CLOSED,
)

/** One of `decryptionKeys`. */
export const DecryptionKeySettings = Type.Partial(Type.Object(KEY_SOURCE), CLOSED)

/** Settings of one provider, as part of `ProviderSettings`. */
export const SECURITY_SETTINGS = {
  clientAuthentication: Type.Union(
    [
      Type.Literal('client_secret_basic'),
      Type.Literal('client_secret_post'),
      Type.Literal('client_secret_jwt'),
      Type.Literal('private_key_jwt'),
      Type.Literal('none'),
    ],
    {
      description:
        'How the application authenticates. Default: private_key_jwt with clientKeys; else the secret as the metadata announces, and Basic first if it announces both ways or neither.',
    },
  ),
  clientKeys: Type.Array(ClientKeySettings, {
    minItems: 1,
    maxItems: 4,
    description:
      'Private keys in place of a secret (private_key_jwt, RFC 7523). The first one signs; all are published. See below.',
  }),
  clientAssertionAudience: Type.Union([Type.Literal('issuer'), Type.Literal('token_endpoint')], {
    description:
      'Audience of assertions by clientKeys or client_secret_jwt. Default issuer; azure and okta: token_endpoint.',
  }),
  pushedAuthorization: Flag(
    'Push the authorization request to the provider first (PAR, RFC 9126). Default: if the metadata requires it.',
  ),
  pushedAuthorizationUrl: Text('Overrides the endpoint of pushed authorization requests.'),
  dpop: Flag('Bind the tokens of each sign-in to a key (DPoP, RFC 9449). Default false.'),
  decryptionKeys: Type.Array(DecryptionKeySettings, {
    minItems: 1,
    maxItems: 4,
    description:
      'Private keys for encrypted ID tokens, answers of userinfo and logout tokens (JWE). All are published. See below.',
  }),
  acceptUnencrypted: Flag(
    'With decryptionKeys: take ID tokens that are not encrypted, too. Default false.',
  ),
  idTokenSigningAlgorithms: Type.Array(Text('An algorithm.'), {
    minItems: 1,
    description:
      'Algorithms of ID tokens that are taken, such as ES256; HS256 with the client secret only if it is named here. Default: public keys, any algorithm.',
  }),
}

const AllSettings = Type.Partial(Type.Object(SECURITY_SETTINGS))

/** Settings of one provider, as written. */
export type SecuritySettings = Static<typeof AllSettings>

/** Where a private key comes from. */
export type KeySettings = Static<typeof DecryptionKeySettings>

/** One of `clientKeys`, as written. */
export type ClientKeySettings = Static<typeof ClientKeySettings>

/** Ways to authenticate at a provider (OpenID Connect Core 1.0, section 9). */
export type ClientMethod = NonNullable<SecuritySettings['clientAuthentication']>

/** Ways to send a client secret itself. */
export type SecretMethod = Extract<ClientMethod, 'client_secret_basic' | 'client_secret_post'>
