/** The clients of the configuration, as a file can hold them (`docs/mcp.md`). */
import { type Static, Type } from 'typebox'
import { CLOSED, Flag, Text } from '../../shared/schema-parts.ts'
import { DEVICE_GRANT, JWT_BEARER } from '../client.ts'

/** A client that the configuration names: it needs no registration. */
export const ConfiguredClient = Type.Partial(
  Type.Object({
    clientSecret: Type.String({ minLength: 32, description: 'Makes it a confidential client.' }),
    name: Text('Name of the client on the consent page.'),
    redirectUris: Type.Array(Text('A redirect URI.'), {
      description: 'Exact redirect URIs; on loopback with any port.',
    }),
    grantTypes: Type.Array(
      Type.Union([
        Type.Literal('authorization_code'),
        Type.Literal('refresh_token'),
        Type.Literal('client_credentials'),
        Type.Literal(DEVICE_GRANT),
        Type.Literal(JWT_BEARER),
      ]),
      { description: 'Default: authorization_code and refresh_token.' },
    ),
    jwks: Type.Object(
      {
        keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
          minItems: 1,
          maxItems: 8,
        }),
      },
      { description: 'Public keys: the client authenticates with private_key_jwt.' },
    ),
    jwksUri: Text('URL of its public keys, instead of jwks.'),
    scope: Text(
      'The most that it may be given, and what client_credentials gives: scopes, separated by spaces.',
    ),
    trusted: Flag('People are not asked for their consent.'),
    dpopBoundAccessTokens: Flag(
      'The client must bind its tokens to a key (RFC 9449). Default false.',
    ),
    introspect: Type.Union([Type.Boolean(), Type.Array(Text('A protected resource.'))], {
      description:
        'May introspect tokens of other clients, as a resource server: all, or those for the listed protected resources. Default false.',
    }),
  }),
  CLOSED,
)

/** A client that the configuration names, as written. */
export type ConfiguredClient = Static<typeof ConfiguredClient>
