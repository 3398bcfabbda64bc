/** The claims of a person: from the ID token, and from userinfo for what that lacks. */
import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'
import type { Metadata } from '../connection/metadata.ts'
import type { Provider } from '../provider.ts'
import { sendBound } from '../security/dpop.ts'
import type { Exchanged } from '../tokens/exchange.ts'
import type { Claims } from '../tokens/id-token.ts'
import { openUserInfo } from '../tokens/open-answer.ts'
import { claimAt } from './claim-at.ts'
import type { AuthEvidence } from './oauth-user.ts'
import { emailEvidence } from './oauth-user.ts'

/** Claims, and where they came from. */
export interface UserClaims {
  readonly claims: Claims
  readonly evidence: AuthEvidence
  /** Whether claims may be missing because userinfo, which was asked for them, did not answer. */
  readonly isPartial?: boolean
}

/**
 * Collects the claims of a person who has signed in.
 *
 * @param warn gets what could not be read and was not needed
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` when a claim that is needed cannot be had
 */
export async function getUserClaims(
  provider: Provider,
  metadata: Metadata,
  exchanged: Exchanged,
  warn: (reason: string) => void,
): Promise<UserClaims> {
  const { config } = provider
  const { tokens, idToken } = exchanged
  const { getUserInfo } = config.settings
  if (getUserInfo !== undefined) {
    const claims = await getUserInfo(tokens.access_token, idToken)
    checkSubject(idToken, claims.sub)
    return { claims: merge(provider, idToken, claims), evidence: emailEvidence(config, idToken) }
  }
  if (idToken !== undefined)
    return await getOidcClaims(provider, metadata, { ...exchanged, idToken }, warn)
  const { readProfile, emailProvenance } = config.strategy
  if (readProfile === undefined) {
    throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'There is neither an ID token nor a profile.')
  }
  const { claims, isEmailAuthenticated } = await readProfile(provider, tokens.access_token, warn)
  const isListed = isEmailAuthenticated && emailProvenance !== undefined
  const listed = isListed ? { provenance: emailProvenance, claims } : undefined
  return { claims, evidence: emailEvidence(config, undefined, listed) }
}

async function getOidcClaims(
  provider: Provider,
  metadata: Metadata,
  { idToken, ...exchanged }: Exchanged & { readonly idToken: Claims },
  warn: (reason: string) => void,
): Promise<UserClaims> {
  const { config } = provider
  const evidence = emailEvidence(config, idToken)
  const needsEmail = config.settings.emailFrom === 'userinfo' && !evidence.emailAuthenticated
  if (!needsEmail && !needsUserInfo(provider, idToken)) return { claims: idToken, evidence }
  const response = await requestUserInfo(provider, metadata, exchanged, warn)
  if (response !== undefined) {
    const userInfo = await readUserInfo(provider, metadata, response, idToken)
    const claims = merge(provider, idToken, userInfo)
    const other = { provenance: 'oidc-userinfo', claims: userInfo } as const
    const found = needsEmail ? emailEvidence(config, idToken, other) : evidence
    return { claims, evidence: found.emailAuthenticated ? found : evidence }
  }
  // The ID token is good, and may hold all that is needed.
  if (!needsEmail && claimAt(idToken, config.usernameClaim) !== undefined) {
    return { claims: idToken, evidence, isPartial: metadata.userinfo_endpoint !== undefined }
  }
  throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The user information cannot be loaded.')
}

function needsUserInfo({ config }: Provider, idToken: Claims): boolean {
  if (config.settings.preferIdToken === false) return true
  const { emailClaim = 'email', groupsClaim } = config.settings
  // A profile of another kind has no groups.
  const groups = config.strategy.hasUserInfo ? groupsClaim : undefined
  const wanted = [config.usernameClaim, emailClaim, config.roleClaim, groups]
  return wanted.some((claim) => claim !== undefined && claimAt(idToken, claim) === undefined)
}

/** The answer of the userinfo endpoint; undefined if there is no endpoint, or if it answers with an error. */
async function requestUserInfo(
  provider: Provider,
  metadata: Metadata,
  { tokens, dpopKey }: Pick<Exchanged, 'tokens' | 'dpopKey'>,
  warn: (reason: string) => void,
): Promise<Response | undefined> {
  if (metadata.userinfo_endpoint === undefined) return undefined
  const { client, requestOptions } = provider
  try {
    const response = await sendBound(requestOptions, dpopKey, (options) =>
      oauth.userInfoRequest(metadata, client, tokens.access_token, options),
    )
    if (response.status === 200) return response
    await response.body?.cancel()
    warn(`userinfo answered ${response.status}`)
  } catch (error) {
    warn((error as Error).message)
  }
  return undefined
}

async function readUserInfo(
  provider: Provider,
  metadata: Metadata,
  response: Response,
  idToken: Claims,
): Promise<Claims> {
  const { client, config } = provider
  const { readUserInfo: convert } = config.strategy
  if (convert !== undefined) return convert(await response.json(), idToken)
  const answer = await openUserInfo(provider, metadata, response, String(idToken.iss))
  return await oauth.processUserInfoResponse(metadata, client, String(idToken.sub), answer)
}

/** Claims of the ID token take precedence, unless the settings prefer userinfo. `sub` and `iss` always come from the ID token. */
function merge({ config }: Provider, idToken: Claims | undefined, userInfo: Claims): Claims {
  if (idToken === undefined) return userInfo
  const { iss, sub } = idToken
  return config.settings.preferIdToken === false
    ? { ...idToken, ...userInfo, iss, sub }
    : { ...userInfo, ...idToken }
}

function checkSubject(idToken: Claims | undefined, sub: unknown): void {
  if (idToken === undefined || sub === undefined || sub === idToken.sub) return
  throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The user information is of another person (sub).')
}
