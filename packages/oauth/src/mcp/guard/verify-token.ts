/** Verifies access tokens for this server (RFC 9068, section 4; OAuth 2.1, section 5.2). */
import type { FastifyRequest } from 'fastify'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { ProofProblem } from '../dpop/proofs.ts'
import type { McpContext } from '../mcp-context.ts'
import { expandScopes } from '../scopes.ts'

/** The claims of the token in `request.mcp`. */
export interface MCPAuth {
  readonly sub: string
  readonly client_id: string
  readonly aud: string
  /** Separated by spaces; empty for none. */
  readonly scope: string
  readonly jti: string
  /** Seconds since 1970. */
  readonly exp: number
  /** How the person authenticated, if the provider says it (RFC 9068, section 2.2.1). */
  readonly acr?: string
  /** The account for which the client acts, or `*` for all; absent where nothing was chosen (the hook `onMCPAccounts`). */
  readonly account?: string
  /** When the person authenticated, if the provider says it: seconds since 1970. */
  readonly auth_time?: number
  /** The key that the token is bound to, if it is (RFC 9449, section 6.1): its thumbprint. */
  readonly cnf?: { readonly jkt: string }
}

/** A token that was verified. */
export interface VerifiedToken {
  readonly auth: MCPAuth
  /** What it allows, hierarchies included. */
  readonly scopes: ReadonlySet<string>
  /** The list of scopes that the last check has found in it, so that the same route need not compare them again. */
  satisfied: readonly string[] | undefined
}

/** Why a token is refused. */
export type TokenProblem =
  | 'expired'
  | 'revoked'
  | 'disabled'
  | 'invalid'
  | 'unknown_key'
  /** It is bound to a key, and was sent as a bearer token. */
  | 'bound'
  /** It is not bound to a key, and was sent as if it were, or must be. */
  | 'unbound'

/** Verifies tokens. */
export interface TokenVerifier {
  /**
   * The decision on a bearer token that was verified before; undefined for all others.
   *
   * @param credentials the whole header `Authorization`, as it came
   * @param now milliseconds since 1970
   */
  recall(credentials: string, now: number): VerifiedToken | TokenProblem | undefined
  /**
   * Verifies the token of a request, and the proof that it holds the key of a token that is bound to one. Remembers a good token by
   * the credentials that it came with, unless these are padded; a proof is verified each time.
   */
  verify(
    request: FastifyRequest,
    token: string,
  ): Promise<VerifiedToken | TokenProblem | ProofProblem>
}

/** The most cached tokens. Each takes about 1 KB. A token that was removed from the cache is verified again. */
const MAX_REMEMBERED = 16_384

interface Entry extends VerifiedToken {
  readonly key: object
  readonly kid: string
  readonly issuedAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** A good token. */
interface Good extends Entry {
  /** The versions of keys and revocations at the last check of the token. */
  epoch: number
}

/**
 * Creates the {@link TokenVerifier} of an instance. The signature of a token is verified once and cached. Its expiry is checked each time; its
 * key and its revocation are checked when keys or revocations have changed. The store is used only for an unknown key.
 */
export function createTokenVerifier(
  context: Pick<McpContext, 'mcp' | 'keys' | 'revocations' | 'proofs'>,
): TokenVerifier {
  const { proofs, mcp } = context
  // The public one: behind a proxy, `Host` may name another.
  const { origin } = new URL(mcp.resource)
  const remembered = new LRUCache<string, Good>({ max: MAX_REMEMBERED })
  const verifyNew = async (token: string, credentials: string) => {
    const epoch = epochNow(context)
    const entry = await verifyAccessToken(context, token)
    if (typeof entry === 'string') return entry
    const problem = problemOfScheme(entry.auth, credentials, mcp.dpop) ?? problemOf(context, entry)
    if (problem !== undefined) return problem
    const good = { ...entry, epoch }
    if (isShort(credentials, token)) remembered.set(credentials, good)
    return good
  }
  return {
    recall(credentials, now) {
      const known = remembered.get(credentials)
      if (known === undefined || known.auth.cnf !== undefined) return undefined
      return recheck(context, known, now)
    },
    async verify(request, token) {
      const { authorization = '' } = request.headers
      const known = remembered.get(authorization)
      const checked = known
        ? recheck(context, known, Date.now())
        : await verifyNew(token, authorization)
      if (typeof checked === 'string' || checked.auth.cnf === undefined) return checked
      const { client_id: clientId, cnf } = checked.auth
      const expected = { clientId, accessToken: token, jkt: cnf.jkt }
      const url = `${origin}${request.originalUrl}`
      const proven = await proofs.check(request, { ...expected, url })
      return typeof proven === 'string' ? checked : proven
    },
  }
}

type Validity = Pick<McpContext, 'keys' | 'revocations'>

/** Both versions only grow. */
function epochNow({ keys, revocations }: Validity): number {
  return keys.version + revocations.version
}

function problemOf(
  { keys, revocations }: Validity,
  { auth, key, kid }: Entry,
): TokenProblem | undefined {
  if (keys.find(kid)?.key !== key) return 'unknown_key'
  if (revocations.isDisabled(auth.client_id)) return 'disabled'
  return revocations.isRevoked(auth.jti, auth.client_id) ? 'revoked' : undefined
}

function recheck(validity: Validity, known: Good, now: number): Good | TokenProblem {
  if (now / 1_000 >= known.expiresAt) return 'expired'
  const epoch = epochNow(validity)
  if (known.epoch === epoch) return known
  const problem = problemOf(validity, known)
  if (problem !== undefined) return problem
  known.epoch = epoch
  return known
}

/** Whether there is one space before the token. With more, one token could fill the cache with entries of the size of a header. */
function isShort(credentials: string, token: string): boolean {
  return credentials.length <= 'Bearer '.length + token.length
}

/** Whether a token was sent with the scheme that belongs to it (RFC 9449, section 7.2). */
function problemOfScheme(
  { cnf }: MCPAuth,
  credentials: string,
  { required }: McpContext['mcp']['dpop'],
): TokenProblem | undefined {
  const isDpop = schemeOf(credentials) === 'DPoP'
  if (cnf !== undefined) return isDpop ? undefined : 'bound'
  return isDpop || required === 'always' ? 'unbound' : undefined
}

/** The scheme of a header `Authorization` with an access token; undefined for all others. */
export function schemeOf(authorization: string | undefined): 'Bearer' | 'DPoP' | undefined {
  const scheme = /^(?:Bearer|DPoP)\b/i.exec(authorization ?? '')?.[0]
  if (scheme === undefined) return undefined
  return /dpop/i.test(scheme) ? 'DPoP' : 'Bearer'
}

/** Verifies signature, issuer, audience and expiry of a token. It may be revoked all the same. */
export async function verifyAccessToken(
  { keys, mcp }: Pick<McpContext, 'mcp' | 'keys'>,
  token: string,
): Promise<Entry | TokenProblem> {
  let found: { kid: string; key: object } | undefined
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '', alg }) => {
        const key = await keys.load(kid)
        // A key verifies with its own algorithm; the `alg` of the token is not used.
        if (key === undefined || key.alg !== alg) throw new errors.JWKSNoMatchingKey()
        found = { kid, key: key.key }
        return key.key
      },
      {
        issuer: mcp.issuer,
        audience: mcp.resource,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'client_id', 'iat', 'exp', 'jti'],
      },
    )
    return found === undefined ? 'unknown_key' : entryOf(payload, found, mcp)
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired'
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown_key'
    if (error instanceof errors.JOSEError) return 'invalid'
    throw error
  }
}

function entryOf(
  { sub = '', client_id, iat = 0, exp = 0, jti = '', scope, ...rest }: JWTPayload,
  { kid, key }: { kid: string; key: object },
  mcp: McpContext['mcp'],
): Entry | TokenProblem {
  const isText = typeof client_id === 'string' && (scope === undefined || typeof scope === 'string')
  if (!isText) return 'invalid'
  const text = typeof scope === 'string' ? scope : ''
  const { acr, auth_time, account, cnf } = rest
  const jkt = (cnf as { jkt?: unknown } | undefined)?.jkt
  // A confirmation of another kind cannot be checked.
  if (cnf !== undefined && typeof jkt !== 'string') return 'invalid'
  // Without the claim the token would be for more than one account.
  if (account !== undefined && typeof account !== 'string') return 'invalid'
  const auth = Object.freeze({
    ...{ sub, client_id, aud: mcp.resource, scope: text, jti, exp },
    ...(typeof acr === 'string' && { acr }),
    ...(typeof auth_time === 'number' && { auth_time }),
    ...(account !== undefined && { account }),
    ...(typeof jkt === 'string' && { cnf: Object.freeze({ jkt }) }),
  })
  const scopes = expandScopes(text.split(' ').filter(Boolean), mcp.scopes)
  return { auth, scopes, satisfied: undefined, key, kid, issuedAt: iat, expiresAt: exp }
}
