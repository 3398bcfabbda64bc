/** The OpenID provider: oidc-provider with the people, pages, keys and lifetimes of this package. */
import {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Keys } from './keys.ts'
import { errorPage, signedOutPage, signOutPage } from './pages.ts'
import { claimsOf, type Person } from './people.ts'
import type { Records } from './record-store.ts'

/** Lifetimes in seconds. */
export interface Lifetimes {
  /** @default 3600 */
  readonly accessToken: number
  /** @default 3600 */
  readonly idToken: number
  /** @default 1209600, two weeks; each use issues a new refresh token */
  readonly refreshToken: number
  /** Session of a person at the provider. @default 1209600 */
  readonly session: number
}

/** Options of {@link createProvider}. */
export interface CreateProviderOptions {
  readonly issuer: string
  readonly people: readonly Person[]
  readonly records: Records
  readonly keys: Keys
  readonly lifetimes: Lifetimes
}

/** Creates the provider. `sign-in.ts` adds the sign-in page. */
export function createProvider(parts: CreateProviderOptions): Provider {
  const { lifetimes } = parts
  const configuration: Configuration = {
    adapter: (model) => parts.records.adapter(model),
    jwks: { keys: parts.keys.signing },
    cookies: cookiesOf(parts.keys),
    claims: {
      openid: ['sub', 'acr', 'amr'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    acrValues: Object.keys(METHODS),
    scopes: ['openid', 'offline_access', 'profile', 'email', 'groups'],
    // The ID token contains the claims of its scopes, like those of the large providers.
    conformIdTokenClaims: false,
    findAccount: (_, sub) => findAccount(parts.people, sub),
    loadExistingGrant: grantEverything,
    // Issues refresh tokens without the scope offline_access, like providers that use another parameter for that.
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
    // The default dispatcher of oidc-provider refuses loopback addresses, which the applications use.
    fetch: (url, options) => fetch(url, withoutDispatcher(options)),
    ttl: ttlOf(lifetimes),
  }
  return new Provider(parts.issuer, configuration)
}

/** All ports of a host share its cookies, so the names must be unique. */
function cookiesOf({ cookies: keys }: Keys): Configuration['cookies'] {
  return {
    keys,
    names: {
      session: 'dev_idp_session',
      interaction: 'dev_idp_interaction',
      resume: 'dev_idp_resume',
    },
    long: { signed: true, httpOnly: true, sameSite: 'lax' },
    short: { signed: true, httpOnly: true, sameSite: 'lax' },
  }
}

function ttlOf({ accessToken, idToken, refreshToken, session }: Lifetimes): Configuration['ttl'] {
  return {
    AccessToken: accessToken,
    IdToken: idToken,
    RefreshToken: refreshToken,
    Session: session,
    Grant: Math.max(refreshToken, session),
    AuthorizationCode: 60,
    Interaction: 3600,
  }
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
  const { Check } = interactionPolicy
  const unmet = new Check('acr_unmet', 'a stronger sign-in was asked for', ({ oidc }) => {
    const asked = askedAcr(oidc.params)
    const isMet = asked.length === 0 || asked.includes(oidc.acr ?? '')
    return isMet ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
  })
  policy.get('login')?.checks.add(unmet)
  return policy
}

/** The ways of authenticating that a request names (OpenID Connect Core 1.0, section 3.1.2.1), as far as the provider knows them. */
export function askedAcr(params: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const { acr_values: values = '' } = params ?? {}
  return String(values)
    .split(' ')
    .filter((value) => Object.hasOwn(METHODS, value))
}

/** The values of `acr`, with the methods (RFC 8176) of each. Nothing is checked: the provider has no passwords. */
export const METHODS: Readonly<Record<string, readonly string[]>> = {
  pwd: ['pwd'],
  mfa: ['pwd', 'otp', 'mfa'],
}

/** Grants all scopes without a consent page. */
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
