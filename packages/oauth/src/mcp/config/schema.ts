/** The block `mcp` of the options, as a file can hold it (`docs/mcp.md`). */
import { type Static, Type } from 'typebox'
import { CLOSED, Flag, Limit, Settings, Text, TextList, Whole } from '../../shared/schema-parts.ts'
import { MAX_ACCESS_TTL } from '../../store/mcp.ts'
import { ConfiguredClient } from './configured-client-schema.ts'
import { DeviceAuthorization } from './devices.ts'
import { Dpop } from './dpop-schema.ts'
import { IdentityAssertionIssuer } from './identity-assertion-schema.ts'

const Seconds = (description: string, minimum = 1) => Type.Integer({ minimum, description })

const Scope = Type.Union(
  [
    Text('Description on the consent page.'),
    Type.Object(
      {
        description: Text('Description on the consent page.'),
        includes: Type.Optional(
          Type.Array(Text('A scope.'), {
            description: 'Scopes that this scope includes.',
          }),
        ),
      },
      CLOSED,
    ),
  ],
  { description: 'One scope.' },
)

/** One of `mcp.resources`. */
export const Resource = Type.Partial(
  Type.Object({
    name: Text('Name of the resource on the consent page. Default: its URI.'),
    scopes: TextList('Names of the scopes of the resource. Default: all in scopes.'),
  }),
  CLOSED,
)

/** `mcp.dynamicClientRegistration`. */
export const DynamicClientRegistration = Settings(
  'RFC 7591: clients that register themselves. See below.',
  {
    enabled: Flag('Default true.'),
    initialAccessToken: Type.String({
      minLength: 32,
      description: 'Bearer token that registration requires.',
    }),
    allowedRedirectUriHosts: TextList(
      'Allowed hosts of redirect URIs: host, host:port, or for an app scheme://host. Default: any.',
    ),
    allowCustomSchemes: Flag(
      'Redirect URIs of native apps, in documents of clients too: true for any scheme, false for none. Default: those in customSchemes.',
    ),
    customSchemes: TextList(
      'Schemes of native apps. Default, for public clients only: claude, cursor, jetbrains, vscode, vscode-insiders, windsurf.',
    ),
    enforceScope: Flag(
      'Whether the scope of a registration is the most that the client may be given. Default true; see below.',
    ),
    allowedScopes: Text(
      'The most that a client may be given that has registered itself: scopes, separated by spaces. An entry of mcp.allowedScopes for the client, or for the hosts of all its redirect URIs, replaces it. Default: all.',
    ),
    rateLimit: Limit('Registrations per minute from one address. Default 60.'),
    newClientTtl: Seconds(
      'Seconds in which a new client has to get its first token. Default 14400: 4 hours.',
      60,
    ),
    unusedClientTtl: Seconds(
      'Seconds after which a client that has got a token is deleted, counted from its last one. Default: never.',
      60,
    ),
    maxClients: Type.Integer({
      minimum: 1,
      description: 'Registered clients in all. Default 50000.',
    }),
  },
)

/** `mcp.clientIdMetadataDocuments.privateKeyJwt`. */
export const PrivateKeyJwt = Settings(
  'How their clients authenticate with private_key_jwt. See below.',
  {
    enabled: Flag('Whether clients with a person may authenticate by keys. Default true.'),
    jwksUriAllowedOrigins: TextList(
      'Origins where the key set of a document may be, besides its own. Default: none.',
    ),
    tokenEndpointAudience: Type.Object(
      {
        clientIds: TextList('Clients that may name the token endpoint as audience.'),
        expiresAt: Text('Until when, such as 2027-03-31.'),
      },
      {
        ...CLOSED,
        description:
          'The clientIds that may name the token endpoint as audience until expiresAt; all others must name the issuer. Default: all clients, without end.',
      },
    ),
  },
)

/** `mcp.clientIdMetadataDocuments`. */
export const ClientIdMetadataDocuments = Settings(
  'Clients whose id is the URL of their metadata. See below.',
  {
    enabled: Flag('Default true.'),
    allowedHosts: TextList(
      'Allowed hosts of documents, and of key sets of registered clients. Default: any public host.',
    ),
    fetchTimeoutMs: Whole('For a whole fetch. Default 5000.', 100, 30_000),
    maxDocumentBytes: Whole('Default 65536.', 1_024, 1_048_576),
    rateLimit: Limit('Fetches of one document or key set per minute. Default 10.'),
    callerRateLimit: Limit('Fetches per minute that one address can cause. Default 60.'),
    hostRateLimit: Limit(
      'Fetches per minute at one host, without documents and key sets of clients in use. Default 60.',
    ),
    lastGoodTtl: Whole(
      'Seconds for which the last good document of a client in use stays valid while its website is out. Default 604800: 7 days.',
      0,
      2_592_000,
    ),
    privateKeyJwt: PrivateKeyJwt,
  },
)

/** `mcp.clientCredentials`. */
export const ClientCredentials = Settings('Tokens for clients without a person. See below.', {
  enabled: Flag('Default false.'),
  accessTokenTtl: Whole('Seconds. Default 300.', 10, MAX_ACCESS_TTL),
  rateLimit: Limit('Grants per minute for one client. Default 30.'),
  acceptTokenEndpointAudience: Flag(
    'Whether assertions may name the token endpoint as audience; if false, only the issuer. Default true.',
  ),
  resolveClients: Flag(
    'Whether the hook onResolveMCPClient names clients without a person, too. Default false.',
  ),
  resolveWorkloads: Flag(
    'Whether the hook onResolveMCPWorkloads names tokens of other issuers by which clients authenticate. Default false.',
  ),
})

/** `mcp.hostSignIn`. */
export const HostSignIn = Type.Object(
  {
    name: Text('Its name, as that of a provider, such as passkey.'),
    title: Text('Its name on the consent page, such as a passkey.'),
    path: Text(
      'Path of the page of the application that signs people in, and returns to the path in its parameter redirect.',
    ),
  },
  {
    ...CLOSED,
    description:
      'A sign-in of the application itself, besides the providers, for the hook onMCPHostSession. See below.',
  },
)

/** The block `mcp`. */
export const McpSettings = Settings('The authorization server for MCP clients: see docs/mcp.md.', {
  enabled: Flag('Turns the authorization server on. Default false.'),
  issuer: Text(
    'Public origin of the application, the same as that of `redirectUri`: https, or http on loopback.',
  ),
  resource: Text(
    'The MCP server for which tokens are issued to clients that name no resource. A path belongs to the issuer. Default <issuer>/mcp.',
  ),
  resources: Type.Record(Type.String(), Resource, {
    description:
      'Further resource servers for which tokens are issued, by their URI or their path at the issuer. See below.',
  }),
  providers: TextList('Names of the providers for sign-in. Default: all.'),
  hostSignIn: HostSignIn,
  dynamicClientRegistration: DynamicClientRegistration,
  clientIdMetadataDocuments: ClientIdMetadataDocuments,
  clients: Type.Record(Type.String(), ConfiguredClient, {
    description: 'Clients that need no registration, by client_id.',
  }),
  clientCredentials: ClientCredentials,
  deviceAuthorization: DeviceAuthorization,
  identityAssertions: Type.Record(Type.String(), IdentityAssertionIssuer, {
    description:
      'Identity providers whose assertions about people are accepted (ID-JAG), by their issuer. See below.',
  }),
  dpop: Dpop,
  scopes: Type.Record(Type.String(), Scope, {
    description: 'The known scopes. Default: all that clients request.',
  }),
  allowedScopes: Type.Record(Type.String(), Text('Scopes, separated by spaces.'), {
    description:
      'The most that clients may be given, by client_id, or by the host of their document or of a redirect URI. Default: all.',
  }),
  defaultScope: Text('Scope of a request without a scope. Default: all in scopes.'),
  rememberConsent: Type.Union(
    [
      Type.Literal('daily'),
      Type.Literal('proven'),
      Type.Literal('never'),
      Type.Literal('always'),
      Type.Literal('https'),
    ],
    {
      description:
        'Clients whose consent page is skipped the next time: those whose identity is proven, and others within a day (daily), only the former (proven), or none. always and https are earlier names of daily and proven. Default daily.',
    },
  ),
  signingAlgorithm: Type.Union(
    [Type.Literal('ES256'), Type.Literal('RS256'), Type.Literal('EdDSA')],
    { description: 'How access tokens are signed. Default ES256.' },
  ),
  signingKeyPem: Text('A private key (PKCS #8) that signs instead of the keys in the store.'),
  keyRotationInterval: Seconds(
    'Seconds after which a new key signs. Default 7776000: 90 days.',
    3_600,
  ),
  accessTokenTtl: Whole('Seconds. Default 3600.', 10, MAX_ACCESS_TTL),
  refreshTokenTtl: Seconds(
    'Seconds after which a client must ask the person again, however often it refreshes. Default 31536000: 365 days.',
  ),
  refreshTokenIdleTtl: Seconds(
    'Seconds after which an unused refresh token expires. Default 7776000: 90 days, or refreshTokenTtl if that is less.',
  ),
  refreshGrace: Whole(
    'Seconds after its first use in which a refresh token may be used again until its successor is used, for lost answers and clients that share their tokens. Default 300.',
    0,
    604_800,
  ),
  refreshTokenRequiresOfflineAccess: Flag(
    'Refresh tokens only for clients that request offline_access; others are not offered one on the consent page. Default false.',
  ),
  stayConnected: Type.Union([Type.Literal('ticked'), Type.Literal('unticked')], {
    description:
      'How the box on the consent page is at first that gives a refresh token to a client that did not request offline_access. Default ticked.',
  }),
  revokeGrantsWithSignIns: Flag(
    'Whether endSignIns and back-channel logout also revoke the grants of MCP clients for the person. Default false.',
  ),
  auditTtl: Seconds('Seconds for which audit rows are kept. Default 7776000: 90 days.'),
})

/** The block `mcp`, as written. */
export type McpSettings = Static<typeof McpSettings>
