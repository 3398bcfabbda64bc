/** Hooks with which the application takes part in a sign-in; see `docs/hooks.md`. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import type { HostSession } from './host-session.ts'
import type { ResolvedProvider } from './providers/settings.ts'
import type { TokenResponse } from './providers/tokens/token-response.ts'
import type { OAuthUser } from './providers/user/oauth-user.ts'

/**
 * Results that `onLogin` may return:
 *
 * - nothing, or an answer without `user`: the adoption gate decides, as without a hook.
 * - `user`: the person is signed in as this user, and the gate is skipped. Further fields are stored in the session.
 * - `denied`: the sign-in is refused. `error` becomes the reason in the URL; with `redirect`, the person is sent there instead.
 *   `reference` is added to the URL and to the log, so that whoever helps the person finds the line of this sign-in.
 * - `needs_confirmation`: no session is created, and the person is sent to `redirect`.
 *
 * Any other `status` refuses the sign-in, so that a misspelt 'denied' is also a refusal.
 */
export type LoginDecision =
  | undefined
  | null
  // biome-ignore lint/suspicious/noConfusingVoidType: hooks that return nothing
  | void
  | { readonly status?: 'ok'; readonly user?: string; readonly [field: string]: unknown }
  | {
      readonly status: 'denied'
      readonly error?: string
      readonly redirect?: string
      readonly reference?: string
    }
  | { readonly status: 'needs_confirmation'; readonly redirect: string }

/**
 * Results that `onMCPRefresh` may return:
 *
 * - nothing, or an answer without `status`: the client gets its token, with `scopes` at most. The grant keeps its own scopes.
 * - `denied`: the grant has ended. The client must ask the person again; `error` is the description that it gets.
 *
 * With any other `status`, and if the hook throws, the client gets no token now, and may try again.
 */
export type RefreshDecision =
  | undefined
  | null
  // biome-ignore lint/suspicious/noConfusingVoidType: hooks that return nothing
  | void
  | { readonly status?: 'ok'; readonly scopes?: readonly string[] }
  | { readonly status: 'denied'; readonly error?: string }

/** The hooks. Each may be registered once. */
export interface Hooks {
  /** After a successful code exchange. A throw refuses the sign-in. */
  onLogin(
    user: OAuthUser,
    tokens: TokenResponse,
    session: HostSession,
    request: FastifyRequest,
    provider: string,
  ): Promise<LoginDecision> | LoginDecision
  /** Before the session of a person who signs out is destroyed. A throw is logged, and the session still ends. */
  onLogout(session: HostSession, request: FastifyRequest): Promise<void> | void
  /** After a refresh, or after one that failed. A throw is logged. */
  onTokenRefresh(
    session: HostSession,
    refreshed: boolean,
    request: FastifyRequest,
  ): Promise<void> | void
  /**
   * Resolves a provider that the options do not contain, such as a tenant. The name comes from the URL and consists of letters,
   * digits, `-` and `_`; the hook must check it further. For null the plugin answers 404, for a throw 500.
   */
  onResolveProvider(
    name: string,
    logger: FastifyBaseLogger,
  ): Promise<ResolvedProvider | null | undefined> | ResolvedProvider | null | undefined
  /**
   * Resolves a client without a person that the options do not contain, such as an agent that people create in the application. Called for
   * each request with an unknown client id if `mcp.clientCredentials.resolveClients` is on. A client is refused as soon as the hook no
   * longer returns it; tokens that it got before are valid until they expire. The id comes from the request: printable ASCII characters, at
   * most 2,048. For null the client is unknown; for a throw the answer is 503.
   */
  onResolveMCPClient(
    clientId: string,
    logger: FastifyBaseLogger,
  ): Promise<ResolvedMCPClient | null | undefined> | ResolvedMCPClient | null | undefined
  /**
   * Names the trust entries of an issuer, for a token of it that a client presents. Called for each such token if
   * `mcp.clientCredentials.resolveWorkloads` is on. The plugin verifies the token, and compares it with each entry. It fetches keys only for
   * issuers of entries. A client is refused as soon as the hook no longer returns its entry; tokens that it got before are valid until they
   * expire. For a throw the answer is 503.
   */
  onResolveMCPWorkloads(
    workload: MCPWorkload,
    logger: FastifyBaseLogger,
  ): Promise<readonly ResolvedMCPWorkload[]> | readonly ResolvedMCPWorkload[]
  /**
   * Says which user an assertion of an identity provider is about (`mcp.identityAssertions`). Its signature, its issuer and its claims were
   * checked; whether it was used before is checked afterwards. Without the hook, `users.find` is asked for the address, if there is a
   * trusted one. For null, and for `denied`, the client gets `access_denied`; for a throw, the answer is 503.
   */
  onMCPIdentityAssertion(
    assertion: IdentityAssertion,
    request: FastifyRequest,
  ): Promise<IdentityDecision> | IdentityDecision
  /**
   * Before a client gets a code for a person: which scopes the person may give now, and whether a client may act for them at all. A scope
   * that is left out is not part of the grant, so that it does not come back when the person may do more.
   */
  onMCPAuthorize(
    event: MCPRefresh,
    request: FastifyRequest,
  ): Promise<RefreshDecision> | RefreshDecision
  /**
   * For which accounts of the application a person may let a client act, such as the companies of which they are a member. With several the
   * person chooses on a page after the sign-in, and what the client gets is for the chosen one: `account` of its access tokens. Asked
   * again at the decision, and at each refresh, which ends the grant if the account is not one of the person's any more. A throw gives no
   * code, and refuses the refresh with 503.
   */
  onMCPAccounts(
    event: MCPAccountsQuery,
    request: FastifyRequest,
  ): Promise<MCPAccounts | null | undefined> | MCPAccounts | null | undefined
  /**
   * Who is signed in by the session of a request, if the application itself has signed the person in, such as by a passkey. Called when a
   * person signs in for an MCP client with `mcp.hostSignIn`; for null the browser goes to its page.
   */
  onMCPHostSession(
    request: FastifyRequest,
  ): Promise<MCPHostPerson | null | undefined> | MCPHostPerson | null | undefined
  /**
   * Before an MCP client gets a new access token for a refresh token: whether the client may still act for the person, and with which
   * scopes. The client waits for the hook. A throw refuses the refresh with 503, and the client may try again.
   */
  onMCPRefresh(
    event: MCPRefresh,
    request: FastifyRequest,
  ): Promise<RefreshDecision> | RefreshDecision
  /**
   * After an access token was issued to an MCP client. The client does not wait for the hook, and a throw is logged.
   */
  onMCPTokenIssued(event: MCPTokenIssued, request: FastifyRequest): Promise<void> | void
}

/** The event for `onMCPIdentityAssertion`. */
export interface IdentityAssertion {
  readonly issuer: string
  /** The id of the person at the issuer, as in ID tokens for the application. */
  readonly subject: string
  /** The address, if the operator trusts the issuer for its domain (`emailDomains`). */
  readonly email?: string
  readonly client_id: string
  /** The protected resource. */
  readonly aud: string
  /** What the client would be given, separated by spaces; absent for none. */
  readonly scope?: string
  /** All claims of the assertion. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** Results that `onMCPIdentityAssertion` may return: the user, as in `request.session.user`, or a refusal with its reason for the client. */
export type IdentityDecision =
  | undefined
  | null
  | { readonly status?: 'ok'; readonly user: string }
  | { readonly status: 'denied'; readonly error?: string }

/**
 * A trust entry of an application: tokens of an issuer, such as a platform that runs programs, by which a client without a person
 * authenticates.
 */
export interface ResolvedMCPWorkload {
  /** The client: of the configuration, or one that `onResolveMCPClient` names. */
  readonly clientId: string
  /** Exactly as in `iss`: an https URL. */
  readonly issuer: string
  /** The only value of `aud`. */
  readonly audience: string
  /** `sub`. A `*` stands for one part between `:` and `/`; the first two parts are without it. */
  readonly subject: string
  /** Claims that the token must have, with their values. A `*` stands for one part; the first part is without it. */
  readonly claims?: Readonly<Record<string, string>>
  /** Where the keys are. @default discovered at the issuer */
  readonly jwksUri?: string
  /** The keys, for an issuer that cannot be reached from here. */
  readonly jwks?: JSONWebKeySet
}

/** The parts of a token that `onResolveMCPWorkloads` gets. Nothing of it is verified. */
export interface MCPWorkload {
  readonly issuer: string
  readonly subject: string
}

/** A client without a person, as `onResolveMCPClient` returns it. It authenticates with `private_key_jwt` and gets `client_credentials`. */
export interface ResolvedMCPClient {
  readonly name: string
  /** Public keys of Ed25519, P-256 or RSA; left out for a client that authenticates by tokens of other issuers only. */
  readonly jwks?: JSONWebKeySet
  /** The scopes that it gets, separated by spaces. */
  readonly scope: string
}

/** A person whom the application has signed in, as `onMCPHostSession` returns them. */
export interface MCPHostPerson {
  /** The value of `request.session.user`. */
  readonly user: string
  /** As the person knows it, on the consent page: an address, or a name. */
  readonly account: string
  /** Seconds since 1970. Fractions tell a sign-in from an earlier one in the same second, which does not count for `prompt=login`. */
  readonly signedInAt: number
  /** How the person authenticated: `acr` of access tokens (RFC 9068, section 2.2.1). */
  readonly acr?: string
}

/** The event for `onMCPAccounts`. */
export interface MCPAccountsQuery {
  readonly client_id: string
  /** The user, as in `request.session.user`. */
  readonly sub: string
  /** The protected resource. */
  readonly aud: string
}

/** An account of the application, for which a client can act. */
export interface MCPAccount {
  /** `account` of access tokens: at most 200 bytes, and not `*`. */
  readonly id: string
  /** As the person knows it. */
  readonly label: string
  /** Such as what the person may do there. */
  readonly description?: string
}

/** Results that `onMCPAccounts` may return. Without an account, nothing is chosen, and tokens have no `account`. */
export interface MCPAccounts {
  readonly accounts: readonly MCPAccount[]
  /**
   * Whether the person may choose all of several accounts, including those that they get later: `account` is `*` then.
   * @default false
   */
  readonly allowAll?: boolean
}

/** The event for `onMCPRefresh` and `onMCPAuthorize`. */
export interface MCPRefresh {
  readonly client_id: string
  readonly sub: string
  readonly aud: string
  /** The scopes that the person has granted, separated by spaces; absent for none. */
  readonly scope?: string
  /** The account for which the client acts, or `*` for all. Absent while nothing is chosen: see `onMCPAccounts`. */
  readonly account?: string
}

/** The event for `onMCPTokenIssued`: claims of the token, never the token itself. */
export interface MCPTokenIssued {
  /** `access` for an authorization code, `assertion` for an assertion of an identity provider. */
  readonly type: 'access' | 'refresh' | 'client_credentials' | 'assertion'
  readonly client_id: string
  readonly sub: string
  readonly aud: string
  /** Separated by spaces; absent for none. */
  readonly scope?: string
  /** As in the token; absent for none. */
  readonly account?: string
  readonly jti: string
}

/** Hooks to register: one or more. */
export type HooksToRegister = Partial<Hooks>
