/** GitHub: plain OAuth 2.0, whose user and email addresses come from its REST API. */
import { OAuthError } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import type { Profile, ProviderAccess, Strategy, Template } from './strategy.ts'

/** GitHub, and GitHub Enterprise Server. */
export const github: Strategy = {
  name: 'github',
  title: 'GitHub',
  isDiscovered: false,
  hasAccountChooser: true,
  hasUserInfo: false,
  makeTemplate,
  readProfile,
  emailProvenance: 'github-authenticated',
  isTokenValid,
}

function makeTemplate({ baseUrl }: ProviderSettings): Template {
  const base = baseUrl?.replace(/\/+$/, '') ?? 'https://github.com'
  const api = baseUrl === undefined ? 'https://api.github.com' : `${base}/api/v3`
  return {
    authorizationUrl: `${base}/login/oauth/authorize`,
    tokenUrl: `${base}/login/oauth/access_token`,
    userInfoUrl: `${api}/user`,
    emailsUrl: `${api}/user/emails`,
    // Parameters only: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
    secretMethod: 'client_secret_post',
    scope: 'read:user user:email',
    usernameClaim: 'login',
  }
}

/** Milliseconds that a sign-in waits for the email addresses at most. */
const EMAIL_TIMEOUT_MS = 5_000

interface Address {
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
}

/**
 * Gets the profile (https://docs.github.com/en/rest/users/users#get-the-authenticated-user), then the addresses. A public address is looked
 * up in the list for its flag; without one the primary address counts. When the list cannot be had (missing scope, outage) the sign-in goes
 * on without a flag.
 *
 * @param warn gets the reason why the list could not be read
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` when there is no profile
 */
async function readProfile(
  provider: ProviderAccess,
  accessToken: string,
  warn: (reason: string) => void,
): Promise<Profile> {
  const { userInfoUrl = '', emailsUrl = '', settings } = provider.config
  const profile = await getJson(provider, userInfoUrl, accessToken)
  if (!isRecord(profile)) throw refused('the profile is not a JSON object')
  const { email_verified: _, ...claims } = profile
  if (settings.fetchEmail === false) return { claims, isEmailAuthenticated: false }
  const addresses = await getAddresses(provider, emailsUrl, accessToken).catch((error: unknown) => {
    warn((error as Error).message)
    return undefined
  })
  const address = addresses && chooseAddress(addresses, claims.email)
  if (address === undefined) return { claims, isEmailAuthenticated: false }
  const { email, verified } = address
  return { claims: { ...claims, email, email_verified: verified }, isEmailAuthenticated: true }
}

/** Which address of the list counts. Pure. */
function chooseAddress(addresses: readonly Address[], publicEmail: unknown): Address | undefined {
  return typeof publicEmail === 'string' && publicEmail !== ''
    ? addresses.find(({ email }) => email === publicEmail)
    : addresses.find(({ primary }) => primary)
}

async function getAddresses(
  provider: ProviderAccess,
  url: string,
  accessToken: string,
): Promise<readonly Address[]> {
  const list = await getJson(provider, url, accessToken, AbortSignal.timeout(EMAIL_TIMEOUT_MS))
  if (!Array.isArray(list) || !list.every(isAddress))
    throw refused('the list of addresses is malformed')
  return list
}

async function getJson(
  provider: ProviderAccess,
  url: string,
  accessToken: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await provider.fetch(url, {
    headers: githubHeaders(accessToken),
    redirect: 'manual',
    ...(signal && { signal }),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw refused(`GET ${new URL(url).pathname} answered ${response.status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw refused(`GET ${new URL(url).pathname} answered something that is not JSON`)
  }
}

/** Whether an access token is still good: GitHub's tokens have no lifetime, but can be revoked. */
async function isTokenValid(provider: ProviderAccess, accessToken: string): Promise<boolean> {
  const { userInfoUrl = '' } = provider.config
  const headers = githubHeaders(accessToken)
  const response = await provider.fetch(userInfoUrl, {
    method: 'HEAD',
    headers,
    redirect: 'manual',
  })
  // Only this status means that the token is invalid; a rate limit or an outage does not.
  return response.status !== 401
}

function githubHeaders(accessToken: string): Record<string, string> {
  return { accept: 'application/vnd.github+json', authorization: `Bearer ${accessToken}` }
}

function isAddress(value: unknown): value is Address {
  return (
    isRecord(value) &&
    typeof value.email === 'string' &&
    typeof value.primary === 'boolean' &&
    typeof value.verified === 'boolean'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refused(reason: string): OAuthError {
  return new OAuthError('OAUTH_PROVIDER_REFUSED', `GitHub cannot be used: ${reason}.`)
}
