import type { Client } from '../client.ts'
import type { CustomSchemes } from '../redirect-uris.ts'
import type { KnownScopes } from '../scopes.ts'

/** Algorithms that access tokens can be signed with. */
export type SigningAlgorithm = 'ES256' | 'RS256' | 'EdDSA'

/** A number of calls a minute; `false` for no limit. */
export type RateLimit = number | false

/** A resource server for which tokens are issued. Each has an audience, scopes and metadata of its own. */
export interface ProtectedResource {
  /** The canonical URI: `aud` of its tokens (RFC 8707). */
  readonly resource: string
  /** The name for people, on the consent page; undefined for the URI. */
  readonly name: string | undefined
  /** Undefined: any scope that a client asks for. */
  readonly scopes: KnownScopes
  /** The scopes of a client that requests none. */
  readonly defaultScopes: readonly string[]
}

/** An identity provider whose assertions about people are accepted. */
export interface TrustedIssuer {
  readonly issuer: string
  readonly jwksUri: string | undefined
  readonly algorithms: readonly string[]
  readonly audiences: readonly string[]
  readonly clients: ReadonlySet<string>
  /** In lower case. */
  readonly emailDomains: ReadonlySet<string>
  /** Undefined: what the client and the person may have. */
  readonly scopes: readonly string[] | undefined
  /** Undefined: groups are not considered. */
  readonly groups: ReadonlyMap<string, readonly string[]> | undefined
  readonly groupsClaim: string
  readonly claims: Readonly<Record<string, string>>
  readonly publicClients: boolean
  readonly accessTokenTtl: number
  readonly rateLimit: RateLimit
}

/** How clients with a metadata document, which act for a person, authenticate by keys. */
export interface PrivateKeyJwtConfig {
  readonly enabled: boolean
  readonly allowedOrigins: readonly string[]
  /** Undefined: all clients, without an end date. */
  readonly tokenEndpointAudience:
    | { readonly clientIds: ReadonlySet<string>; readonly expiresAt: Date }
    | undefined
}

/** Tokens that are bound to a key of the client (RFC 9449). */
export interface DpopConfig {
  /** Which clients must bind their tokens, besides those whose metadata says that they do. */
  readonly required: 'never' | 'public' | 'always'
  /** Whether proofs must contain a nonce of this server. */
  readonly nonce: boolean
}

/** The block `mcp`, checked and complete. Times are seconds. */
export interface McpConfig {
  /** Without a trailing slash, exactly as in documents and tokens. */
  readonly issuer: string
  /** The resource of requests without a `resource` parameter. */
  readonly resource: string
  /** All protected resources by their canonical URI; the default one is first. */
  readonly resources: ReadonlyMap<string, ProtectedResource>
  /** Names of the providers that people may sign in with. Empty: every configured one. */
  readonly providers: readonly string[]
  /** How the application itself signs people in; undefined if it does not. */
  readonly hostSignIn:
    | { readonly name: string; readonly title: string; readonly path: string }
    | undefined
  readonly registration:
    | {
        readonly initialAccessToken: string | undefined
        readonly allowedHosts: readonly string[] | undefined
        readonly rateLimit: RateLimit
        readonly newClientTtl: number
        /** Undefined: clients in use do not expire. */
        readonly unusedClientTtl: number | undefined
        /** Whether the `scope` of a registration limits the client. */
        readonly enforceScope: boolean
        /** The most that a registered client may be given, unless the operator says something of it; undefined for all. */
        readonly allowedScopes: readonly string[] | undefined
        readonly maxClients: number
      }
    | undefined
  readonly documents:
    | {
        readonly allowedHosts: readonly string[] | undefined
        readonly fetchTimeoutMs: number
        readonly maxBytes: number
        readonly rateLimit: RateLimit
        readonly callerRateLimit: RateLimit
        readonly hostRateLimit: RateLimit
        readonly lastGoodTtl: number
        readonly privateKeyJwt: PrivateKeyJwtConfig
      }
    | undefined
  /** Clients of the configuration, by id. */
  readonly clients: ReadonlyMap<string, Client>
  readonly clientCredentials:
    | {
        readonly accessTokenTtl: number
        readonly rateLimit: RateLimit
        readonly acceptTokenEndpointAudience: boolean
        /** Whether the hook `onResolveMCPClient` resolves clients. */
        readonly resolveClients: boolean
        /** Whether the hook `onResolveMCPWorkloads` names tokens of other issuers by which clients authenticate. */
        readonly resolveWorkloads: boolean
      }
    | undefined
  /** Authorization of devices (RFC 8628). Seconds. */
  readonly deviceAuthorization:
    | {
        readonly expiresIn: number
        readonly interval: number
        readonly rateLimit: RateLimit
      }
    | undefined
  /** Identity providers whose assertions about people are accepted, by `iss`. */
  readonly identityAssertions: ReadonlyMap<string, TrustedIssuer>
  /** The scopes of all resources, or of the one that the configuration is narrowed to. Undefined: any scope that a client asks for. */
  readonly scopes: KnownScopes
  /** What a client gets that asks for no scope. */
  readonly defaultScopes: readonly string[]
  /** The maximum scopes of clients, keyed by client_id or by a host in lower case. */
  readonly allowedScopes: ReadonlyMap<string, readonly string[]>
  /** Schemes of native apps that are allowed in the redirect URIs of registered and published clients. */
  readonly customSchemes: CustomSchemes
  /** Clients for which a person is not asked for consent again. */
  readonly rememberConsent: 'daily' | 'proven' | 'never'
  /** The box with which a person lets a client stay connected that did not request it. */
  readonly stayConnected: 'ticked' | 'unticked'
  readonly signingAlgorithm: SigningAlgorithm
  readonly signingKeyPem: string | undefined
  readonly keyRotationInterval: number
  readonly accessTokenTtl: number
  readonly refreshTokenTtl: number
  readonly refreshTokenIdleTtl: number
  readonly refreshGrace: number
  readonly refreshTokenRequiresOfflineAccess: boolean
  readonly revokeGrantsWithSignIns: boolean
  readonly dpop: DpopConfig
  readonly auditTtl: number
}
