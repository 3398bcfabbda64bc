/** GitHub: plain OAuth 2.0, whose user and email addresses come from its REST API. */
import { OAuthError } from '../errors.ts'
import type { Provider } from './provider.ts'

/** Milliseconds that a sign-in waits for the email addresses at most. */
const EMAIL_TIMEOUT_MS = 5_000

/** The profile of https://docs.github.com/en/rest/users/users#get-the-authenticated-user, with the email put right. */
export interface GitHubProfile {
  readonly claims: Readonly<Record<string, unknown>>
  /** The address and its flag come from the list of addresses, which only the person and GitHub can change. */
  readonly isEmailAuthenticated: boolean
}

interface Address {
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
}

/**
 * Gets the profile, then the addresses. A public address is looked up in the list for its flag; without one the primary
 * address counts. When the list cannot be had (missing scope, outage) the sign-in goes on without a flag.
 *
 * @param warn is told why the list could not be had
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` when there is no profile
 */
export async function getGitHubProfile(
  provider: Provider,
  accessToken: string,
  warn: (reason: string) => void,
): Promise<GitHubProfile> {
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
export function chooseAddress(
  addresses: readonly Address[],
  publicEmail: unknown,
): Address | undefined {
  return typeof publicEmail === 'string' && publicEmail !== ''
    ? addresses.find(({ email }) => email === publicEmail)
    : addresses.find(({ primary }) => primary)
}

async function getAddresses(
  provider: Provider,
  url: string,
  accessToken: string,
): Promise<readonly Address[]> {
  const list = await getJson(provider, url, accessToken, AbortSignal.timeout(EMAIL_TIMEOUT_MS))
  if (!Array.isArray(list) || !list.every(isAddress))
    throw refused('the list of addresses is malformed')
  return list
}

async function getJson(
  provider: Provider,
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
export async function isGitHubTokenValid(
  provider: Provider,
  accessToken: string,
): Promise<boolean> {
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
