/** The OpenID provider: oidc-provider with our people, pages, keys and lives. */
import {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Keys } from './keys.ts'
import { errorPage, signedOutPage, signOutPage } from './pages.ts'
import { claimsOf, type Person } from './people.ts'
import type { Records } from './records.ts'

/** How long things live, in seconds. */
export interface Lifetimes {
  /** @default 3600 */
  readonly accessToken: number
  /** @default 3600 */
  readonly idToken: number
  /** @default 1209600, two weeks; each use gives a new one */
  readonly refreshToken: number
  /** How long someone stays signed in at the provider. @default 1209600 */
  readonly session: number
}

/** What {@link createProvider} joins. */
export interface ProviderParts {
  readonly issuer: string
  readonly people: readonly Person[]
  readonly records: Records
  readonly keys: Keys
  readonly lifetimes: Lifetimes
}

/** Makes the provider. It has no sign-in page of its own: see `sign-in.ts`. */
export function createProvider(parts: ProviderParts): Provider {
  const { lifetimes } = parts
  const configuration: Configuration = {
    adapter: (model) => parts.records.adapter(model),
    jwks: { keys: parts.keys.signing },
    // Cookies of one host are shared by all its ports: these names are nobody else's.
    cookies: {
      keys: parts.keys.cookies,
      names: {
        session: 'dev_idp_session',
        interaction: 'dev_idp_interaction',
        resume: 'dev_idp_resume',
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'offline_access', 'profile', 'email', 'groups'],
    // The ID token carries what its scopes ask for, as the tokens of the large providers do.
    conformIdTokenClaims: false,
    findAccount: (_, sub) => findAccount(parts.people, sub),
    loadExistingGrant: grantEverything,
    // Refresh tokens without the scope offline_access, as from a provider that is asked for them in its own way.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => respond(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => respond(ctx, signedOutPage()),
      },
    },
    renderError: (ctx, out) => respond(ctx, errorPage({ ...out })),
    interactions: {
      policy: withoutConsent(),
      url: (_, interaction) => `/sign-in/${interaction.uid}`,
    },
    clientBasedCORS: () => false,
    // oidc-provider's own dispatcher refuses loopback addresses, where the applications of this machine are.
    fetch: (url, options) => fetch(url, withoutDispatcher(options)),
    ttl: {
      AccessToken: lifetimes.accessToken,
      IdToken: lifetimes.idToken,
      RefreshToken: lifetimes.refreshToken,
      Session: lifetimes.session,
      Grant: Math.max(lifetimes.refreshToken, lifetimes.session),
      AuthorizationCode: 60,
      Interaction: 3600,
    },
  }
  return new Provider(parts.issuer, configuration)
}

function withoutDispatcher(options: RequestInit = {}): RequestInit {
  const { dispatcher: _, ...rest } = options as RequestInit & { dispatcher?: unknown }
  return rest
}

function respond(ctx: KoaContextWithOIDC, page: string): void {
  ctx.type = 'html'
  ctx.body = page
}

function findAccount(people: readonly Person[], sub: string) {
  const person = people.find((candidate) => candidate.sub === sub)
  return person && { accountId: sub, claims: () => claimsOf(person) }
}

function withoutConsent(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return policy
}

/** Nobody is asked for consent: the page where a person is chosen says what this provider is. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, session, provider, params } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const known = session.grantIdFor(client.clientId)
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(String(params?.scope ?? 'openid'))
  await grant.save()
  return grant
}

async function isOwnToken(
  _: KoaContextWithOIDC,
  client: { clientId: string },
  token: { clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId
}
