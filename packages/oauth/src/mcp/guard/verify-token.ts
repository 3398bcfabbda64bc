/** Whether an access token is good for this server (RFC 9068, section 4; OAuth 2.1, section 5.2). */
import { hash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { McpContext } from '../mcp-context.ts'
import { expandScopes } from '../scopes.ts'

/** Tokens that a node remembers having verified: about 1 KB each. */
const CACHE_SIZE = 10_000

/** What a handler is told of the token: `request.mcp`. */
export interface MCPAuth {
  readonly sub: string
  readonly client_id: string
  readonly aud: string
  /** Separated by spaces; empty for none. */
  readonly scope: string
  readonly jti: string
  /** Seconds since 1970. */
  readonly exp: number
}

/** A token that was verified. */
export interface VerifiedToken {
  readonly auth: MCPAuth
  /** What it allows, hierarchies included. */
  readonly scopes: ReadonlySet<string>
}

/** Why a token is refused. */
export type TokenFault = 'expired' | 'revoked' | 'invalid' | 'unknown_key'

/** Judges tokens. Undefined while nobody can say, because what is revoked is not known. */
export type VerifyToken = (
  token: string,
) => VerifiedToken | TokenFault | Promise<VerifiedToken | TokenFault>

interface Entry extends VerifiedToken {
  readonly key: object
  readonly kid: string
  readonly issuedAt: number
  /** Of the revocation list when the token was last held against it. */
  version: number
}

/**
 * Makes the judge of an instance. The signature of a token is verified once and remembered under the hash of the token; its
 * expiry, its key and its revocation are looked at each time. Nothing here asks the store, unless a key is unknown.
 */
export function createVerifyToken(context: McpContext): VerifyToken {
  const { keys, revocations } = context
  const cache = new LRUCache<string, Entry>({ max: CACHE_SIZE })

  const judge = (id: string, entry: Entry): VerifiedToken | TokenFault => {
    const { auth } = entry
    if (Date.now() >= auth.exp * 1_000) {
      cache.delete(id)
      return 'expired'
    }
    if (keys.find(entry.kid)?.key !== entry.key) {
      cache.delete(id)
      return 'unknown_key'
    }
    if (entry.version !== revocations.version) {
      if (revocations.isRevoked(auth.jti, auth.client_id, entry.issuedAt)) {
        cache.delete(id)
        return 'revoked'
      }
      entry.version = revocations.version
    }
    return entry
  }
  const verifyAndKeep = async (token: string, id: string) => {
    const entry = await verifyAccessToken(context, token)
    if (typeof entry === 'string') return entry
    const judged = judge(id, entry)
    if (typeof judged !== 'string') cache.set(id, entry)
    return judged
  }
  return (token) => {
    const id = hash('sha256', token, 'base64url')
    const known = cache.get(id)
    return known === undefined ? verifyAndKeep(token, id) : judge(id, known)
  }
}

/** Verifies signature, issuer, audience and expiry of a token. It may be revoked all the same. */
export async function verifyAccessToken(
  { keys, mcp }: McpContext,
  token: string,
): Promise<Entry | TokenFault> {
  let found: { kid: string; key: object } | undefined
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid = '', alg }) => {
        const key = await keys.load(kid)
        // A key verifies by its own algorithm: what the token says of it counts for nothing.
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
  { sub = '', client_id, iat = 0, exp = 0, jti = '', scope }: JWTPayload,
  { kid, key }: { kid: string; key: object },
  mcp: McpContext['mcp'],
): Entry | TokenFault {
  const isText = typeof client_id === 'string' && (scope === undefined || typeof scope === 'string')
  if (!isText) return 'invalid'
  const text = typeof scope === 'string' ? scope : ''
  const auth = Object.freeze({ sub, client_id, aud: mcp.resource, scope: text, jti, exp })
  const scopes = expandScopes(text.split(' ').filter(Boolean), mcp.scopes)
  return { auth, scopes, key, kid, issuedAt: iat, version: -1 }
}
