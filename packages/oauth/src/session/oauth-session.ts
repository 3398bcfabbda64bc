/** The tokens of a sign-in, encrypted: in the session, and after a refresh also in the store. */
import type { Context } from '../context.ts'
import type { OAuthSession } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import type { DpopKey } from '../providers/security/dpop.ts'
import type { TokenResponse } from '../providers/tokens/token-response.ts'

/** Tokens are refreshed when this part of their lifetime is over. */
const REFRESH_AT = 0.8

/** Lifetime of tokens whose refresh answer does not contain one. */
const REFRESHED_LIFETIME_SECONDS = 3_600

/** The encrypted data: the tokens, and the facts about them that the session needs. Times are epoch milliseconds. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken?: string
  readonly idToken?: string
  readonly expiresAt?: number
  readonly refreshThreshold?: number
  readonly tokenType: string
  readonly scope?: string
  readonly receivedAt: number
  /** `sub` of the sign-in: refreshed ID tokens must have the same one. */
  readonly subject: string
  /** The key to which the tokens are bound, if they are. */
  readonly dpopKey?: DpopKey
}

/** Tokens of a sign-in. Without a lifetime they are never refreshed. */
export function tokensOf(
  answer: TokenResponse,
  subject: string,
  now: number,
  dpopKey: DpopKey | undefined,
): Tokens {
  const tokens = { ...toTokens(answer, answer.expires_in, now), subject }
  return dpopKey === undefined ? tokens : { ...tokens, dpopKey }
}

/** Tokens after a refresh: values that the answer leaves out do not change (RFC 6749, sections 5.1 and 6). */
export function refreshedTokens(answer: TokenResponse, before: Tokens, now: number): Tokens {
  const { refreshToken, idToken, scope, subject, dpopKey } = before
  return {
    subject,
    ...(dpopKey !== undefined && { dpopKey }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(idToken !== undefined && { idToken }),
    ...(scope !== undefined && { scope }),
    ...toTokens(answer, answer.expires_in ?? REFRESHED_LIFETIME_SECONDS, now),
  }
}

function toTokens(
  answer: TokenResponse,
  lifetime: number | undefined,
  now: number,
): Omit<Tokens, 'subject' | 'dpopKey'> {
  return {
    accessToken: answer.access_token,
    tokenType: answer.token_type,
    receivedAt: now,
    ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
    ...(answer.id_token !== undefined && { idToken: answer.id_token }),
    ...(answer.scope !== undefined && { scope: answer.scope }),
    ...(lifetime !== undefined && {
      expiresAt: now + lifetime * 1_000,
      refreshThreshold: now + lifetime * 1_000 * REFRESH_AT,
    }),
  }
}

/** A sign-in, as its session knows it. Times are epoch milliseconds. */
export interface SignInState {
  readonly signInId: string
  readonly signedInAt: number
  readonly generation: number
  readonly validatedAt: number
}

/** The part of the session that holds tokens: of a new sign-in, or of its next generation. */
export function toOAuthSession(
  { sealer }: Pick<Context, 'sealer'>,
  { config }: Provider,
  signIn: SignInState,
  tokens: Tokens,
): OAuthSession {
  const { signInId, signedInAt, generation, validatedAt } = signIn
  const { expiresAt, refreshThreshold, scope, tokenType, refreshToken, receivedAt } = tokens
  const session = {
    loginId: signInId,
    signedInAt,
    generation,
    provider: config.name,
    providerType: config.strategy.name,
    tokens: sealer.seal(sealContext(signInId), tokens),
    tokenType,
    hasRefreshToken: refreshToken !== undefined,
    lastValidated: validatedAt,
    ...(generation > 0 && { lastRefreshed: receivedAt }),
    ...(scope !== undefined && { scope }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(refreshThreshold !== undefined && { refreshThreshold }),
  }
  return { ...session, checkAt: nextCheck(session, config.validationInterval) }
}

/** The time until which the session needs no check. */
export function nextCheck(
  session: Omit<OAuthSession, 'checkAt'>,
  validationInterval: number,
): number {
  const {
    expiresAt = Infinity,
    refreshThreshold = Infinity,
    hasRefreshToken,
    lastValidated,
  } = session
  const due = hasRefreshToken ? refreshThreshold : expiresAt
  return Math.min(due, expiresAt, lastValidated + validationInterval)
}

/** @throws OAuthError `OAUTH_SEAL` if the secret has changed in the meantime */
export function openTokens({ sealer }: Pick<Context, 'sealer'>, oauth: OAuthSession): Tokens {
  return sealer.open<Tokens>(sealContext(oauth.loginId), oauth.tokens)
}

/** The context of the encryption: tokens of one sign-in cannot be decrypted in the session of another. */
export function sealContext(signInId: string): string {
  return `tokens ${signInId}`
}
