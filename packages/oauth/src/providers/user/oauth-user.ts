/** Converts the claims of a provider to a person. Pure. */

import { OAuthError } from '../../shared/errors.ts'
import type { ProviderConfig } from '../provider-config.ts'
import type { ListedProvenance } from '../strategies/strategy.ts'
import type { PersonAuthentication } from '../tokens/authentication.ts'
import type { Claims } from '../tokens/id-token.ts'
import { claimAt } from './claim-at.ts'
import type { Groups } from './groups.ts'

/** A source that can authenticate an address: the ID token, the userinfo endpoint with `emailFrom: userinfo`, or GitHub's list. */
export type EmailProvenance = 'signed-oidc' | 'oidc-userinfo' | ListedProvenance

/** Claims from another source than the ID token. */
export interface OtherClaims {
  readonly provenance: Exclude<EmailProvenance, 'signed-oidc'>
  readonly claims: Claims
}

/** Facts about the source of an email address. The adoption gate uses only these. */
export interface AuthEvidence {
  readonly emailProvenance: EmailProvenance | 'trusted-domain' | 'unauthenticated'
  /** Whether an authenticated source asserted that the address is verified, or the settings say so of its domain (`trustEmail`). */
  readonly emailAuthenticated: boolean
  /** The address that these facts are about. */
  readonly email?: string
  readonly signatureVerified: boolean
  /** Whether the issuer of the ID token is in the settings. */
  readonly issuerValidated: boolean
  readonly idTokenIssuer?: string
  readonly idTokenSubject?: string
}

/** A person as the provider describes them. Kept in the session as `session.oauthUser`. */
export interface OAuthUser extends Groups {
  /** The value of the username claim. */
  readonly username: string
  /** Null for an identity that the adoption gate has quarantined. */
  readonly role: string | null
  /** The name of the strategy of the provider, such as `github`. */
  readonly provider: string
  /** The provider's id of the person. It is stable, so applications can bind an account to it. */
  readonly providerUserId: string
  readonly email?: string
  /** Whether the provider calls the address verified. This does not prove that the address came from an authenticated source. */
  readonly emailVerified?: boolean
  readonly name?: string
  readonly metadata: {
    /** Name of the provider in URLs. */
    readonly oauthProvider: string
    /** The claims about the person that were received. */
    readonly oauthClaims: Readonly<Record<string, unknown>>
  }
  readonly authEvidence: AuthEvidence
  /** How and when the person authenticated at the provider. Absent in sessions of earlier versions. */
  readonly authentication?: PersonAuthentication
}

/** Longer values are not names or addresses: RFC 5321 allows 320 characters for an address. */
const MAX_IDENTIFIER = 320

/**
 * Determines the facts about the email address. An address is authenticated if a verified ID token of a known issuer asserts it as
 * verified in the standard claims, or if it is verified in GitHub's list of addresses. The claims of userinfo count only with
 * `emailFrom: userinfo`, and only for the person of the ID token: they come by TLS (OpenID Connect Core 1.0, section 5.3), but nobody has
 * signed them. With `trustEmail`, an address of a known source counts as verified by its domain. An address from another claim, or of a
 * domain that is not in `emailDomains`, is never authenticated.
 *
 * @param idToken claims of a verified ID token
 * @param other claims to take the address from, in place of those of the ID token
 */
export function emailEvidence(
  config: Pick<ProviderConfig, 'strategy' | 'issuers' | 'settings'>,
  idToken: Claims | undefined,
  other?: OtherClaims,
): AuthEvidence {
  const { issuers, settings } = config
  const source = other?.claims ?? idToken
  const isStandardClaim = (settings.emailClaim ?? 'email') === 'email'
  const issuerValidated = idToken !== undefined && (issuers?.length ?? 0) > 0
  const email = typeof source?.email === 'string' ? source.email : undefined
  const confirmation =
    email !== undefined && isAddress(email)
      ? confirmationOf(config, email, idToken, other)
      : undefined
  const emailAuthenticated =
    confirmation !== undefined &&
    isKnownSource(config, idToken, issuerValidated, other) &&
    isStandardClaim &&
    isAllowedDomain(email ?? '', settings.emailDomains)
  const claimed = other?.provenance ?? 'signed-oidc'
  const provenance = confirmation === 'trusted-domain' ? confirmation : claimed
  return Object.freeze({
    emailProvenance: emailAuthenticated ? provenance : 'unauthenticated',
    emailAuthenticated,
    ...(email !== undefined && { email }),
    signatureVerified: idToken !== undefined,
    issuerValidated,
    ...(idToken !== undefined && {
      idTokenIssuer: String(idToken.iss),
      idTokenSubject: String(idToken.sub),
    }),
  })
}

/** Who says that an address is verified: the source itself, or the settings, which trust the provider with its domain. */
function confirmationOf(
  { strategy, settings: { trustEmail } }: Pick<ProviderConfig, 'strategy' | 'settings'>,
  email: string,
  idToken: Claims | undefined,
  other: OtherClaims | undefined,
): 'source' | 'trusted-domain' | undefined {
  const verified = flag((other?.claims ?? idToken)?.email_verified)
  const isDenied = verified === false || flag(idToken?.email_verified) === false
  const isSigned = other === undefined && idToken !== undefined
  if (verified === true || (isSigned && strategy.confirmsEmail?.(idToken))) return 'source'
  if (trustEmail === undefined || (isDenied && trustEmail.unverified !== true)) return
  return isAllowedDomain(email, trustEmail.domains) ? 'trusted-domain' : undefined
}

function isKnownSource(
  { strategy, settings }: Pick<ProviderConfig, 'strategy' | 'settings'>,
  idToken: Claims | undefined,
  issuerValidated: boolean,
  other: OtherClaims | undefined,
): boolean {
  if (other === undefined) return issuerValidated
  if (other.provenance !== 'oidc-userinfo') return other.provenance === strategy.emailProvenance
  const isSamePerson = idToken?.sub !== undefined && other.claims.sub === idToken.sub
  return issuerValidated && isSamePerson && settings.emailFrom === 'userinfo'
}

/** A boolean claim; some providers, such as Amazon Cognito, send it as text. Undefined for anything else. */
function flag(claim: unknown): boolean | undefined {
  if (claim === true || claim === 'true') return true
  return claim === false || claim === 'false' ? false : undefined
}

/** A name or a domain in the claim is not an address, even if the provider has verified it: it could be the name of an account. */
function isAddress(email: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(email)
}

function isAllowedDomain(email: string, domains: readonly string[] | undefined): boolean {
  if (domains === undefined) return true
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}

/**
 * Converts the claims to a person.
 *
 * @throws OAuthError `OAUTH_USER_MAPPING` if the claims contain no username or no id
 */
export function toOAuthUser(
  config: ProviderConfig,
  claims: Claims,
  authEvidence: AuthEvidence,
): OAuthUser {
  const { settings } = config
  const username = identifier(claimAt(claims, config.usernameClaim))
  if (username === undefined)
    throw unmapped(`the claim ${config.usernameClaim}, which names the user`)
  const providerUserId = identifier(claims.sub ?? claims.id ?? claims.user_id)
  if (providerUserId === undefined) throw unmapped('sub, id or user_id')
  const email = identifier(claimAt(claims, settings.emailClaim ?? 'email'))
  const emailVerified = flag(claims.email_verified)
  const name = displayName(claims, config.nameClaim)
  return {
    username,
    role: roleOf(claims, config),
    provider: config.strategy.name,
    providerUserId,
    ...(email !== undefined && { email }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...(name !== undefined && { name }),
    metadata: { oauthProvider: config.name, oauthClaims: withoutProtocol(claims) },
    authEvidence,
  }
}

/** Claims about the token, not about the person (RFC 7519, section 4.1; OpenID Connect Core 1.0, sections 2 and 3.3.2.11). */
const PROTOCOL_CLAIMS = new Set([
  'aud',
  'exp',
  'iat',
  'nbf',
  'jti',
  'azp',
  'nonce',
  'at_hash',
  'c_hash',
])

function withoutProtocol(claims: Claims): Claims {
  const kept = Object.entries(claims).filter(([name]) => !PROTOCOL_CLAIMS.has(name))
  return Object.fromEntries(kept)
}

/** A value that can be shown and stored as a name; undefined for anything else. */
export function identifier(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text === '' || text.length > MAX_IDENTIFIER) return undefined
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? undefined : text
}

function displayName(claims: Claims, nameClaim: string | undefined): string | undefined {
  const candidates = [
    nameClaim && claimAt(claims, nameClaim),
    claims.name,
    claims.display_name,
    claims.full_name,
  ]
  return candidates.map(identifier).find((name) => name !== undefined)
}

function roleOf(claims: Claims, { roleClaim, defaultRole }: ProviderConfig): string {
  const claimed = roleClaim === undefined ? undefined : claimAt(claims, roleClaim)
  return identifier(Array.isArray(claimed) ? claimed[0] : claimed) ?? defaultRole
}

function unmapped(what: string): OAuthError {
  return new OAuthError('OAUTH_USER_MAPPING', `The provider did not give ${what}.`)
}
