/** Assertions by which clients authenticate: private_key_jwt (RFC 7523, section 3; OpenID Connect Core 1.0, section 9). */
import {
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { ASSERTION_ALGORITHMS, type Client } from '../client.ts'
import type { FindKeysOptions } from '../clients/client-keys.ts'
import { checkedKeys, createClientKeySet, verifyWithSet } from '../clients/key-set.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'

/** The most characters of an assertion, and of its `jti`. */
const MAX_LENGTH = 8_192
const MAX_JTI = 256

/** The most seconds until an assertion expires; the official SDKs use this value. */
const MAX_LIFETIME = 300

/** Seconds by which the clock of a client may differ. */
const CLOCK_TOLERANCE = 5

/** Allowed types of an assertion: none, that of any JWT, and that of client assertions (draft-ietf-oauth-rfc7523bis). */
const TYPES = /^(?:application\/)?(?:JWT|client-authentication\+jwt)$/i

/** Seconds that used assertions are kept at least. */
const MIN_MEMORY = 120

/** A verified assertion. It authenticates the client only after it was claimed. */
export interface Assertion {
  /** The key by which it is claimed. */
  readonly hash: string
  /** Seconds for which it must be remembered, which is as long as it can be valid. */
  readonly ttlSeconds: number
}

/** Returns the unverified `sub` of an assertion, for requests without the parameter client_id. */
export function readAssertion(assertion: string): string | undefined {
  if (assertion.length > MAX_LENGTH) return undefined
  const [, payload = '', signature] = assertion.split('.', 3)
  if (signature === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { sub } = (claims ?? {}) as { sub?: unknown }
    return typeof sub === 'string' && sub !== '' ? sub : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies an assertion of a client.
 *
 * @param caller the address that sent it: fetches of keys are counted for it
 */
export async function verifyAssertion(
  context: Pick<McpContext, 'logger' | 'mcp' | 'clientKeys'>,
  client: Client,
  assertion: string,
  caller?: string,
): Promise<Assertion | Refusal> {
  const { mcp, logger } = context
  try {
    const { kid } = decodeProtectedHeader(assertion)
    const keys = await keysOf(context, client, { caller, kid })
    if (keys instanceof Refusal) return keys
    const options = {
      algorithms: [...ASSERTION_ALGORITHMS, 'Ed25519'],
      issuer: client.clientId,
      subject: client.clientId,
      audience: audiencesOf(mcp, client, new Date()),
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp', 'jti'],
    }
    const verified = await verifyWithSet(
      keys,
      async (getKey) => await jwtVerify(assertion, checkedKeys(getKey, 'client'), options),
    )
    const now = Math.floor(Date.now() / 1_000)
    const problem = problemOfAssertion(verified, now)
    if (problem !== undefined) return refuse(problem)
    const { exp = 0, jti } = verified.payload
    const ttlSeconds = Math.max(MIN_MEMORY, exp - now + CLOCK_TOLERANCE)
    const hash = hashSecret(`${client.clientId.length}:${client.clientId}:${jti}`)
    return { hash, ttlSeconds }
  } catch (error) {
    const cause = explain(error)
    logger.info({ client_id: client.clientId, cause }, 'a client assertion was refused')
    return refuse(String(cause.claim ?? cause.code ?? 'it cannot be verified'))
  }
}

/** The allowed values of `aud`: the issuer and, if the settings permit it, the token endpoint (RFC 7523, section 3). */
function audiencesOf(mcp: McpContext['mcp'], client: Client, now: Date): string[] {
  const { tokenEndpointAudience: limited } = mcp.documents?.privateKeyJwt ?? {}
  const isHeadless = client.grantTypes.includes('client_credentials')
  const isListed = !limited || (limited.clientIds.has(client.clientId) && now < limited.expiresAt)
  const mayNameEndpoint = isHeadless
    ? mcp.clientCredentials?.acceptTokenEndpointAudience !== false
    : client.kind !== 'document' || isListed
  return mayNameEndpoint ? [mcp.issuer, `${mcp.issuer}${PATHS.token}`] : [mcp.issuer]
}

/** The problem of an assertion whose signature, issuer, subject and audience are valid. */
function problemOfAssertion(
  { payload, protectedHeader }: Pick<JWTVerifyResult<JWTPayload>, 'payload' | 'protectedHeader'>,
  now: number,
): string | undefined {
  // `iat` may be left out (RFC 7523, section 3).
  const { exp = 0, iat = now, jti, aud } = payload
  const isShort = exp - iat <= MAX_LIFETIME && exp <= now + MAX_LIFETIME + CLOCK_TOLERANCE
  if (!isShort || iat > now + CLOCK_TOLERANCE) {
    return `it may live ${MAX_LIFETIME} seconds, from now on`
  }
  // Another server that is also in the audience could use the assertion here, and so could a server that has got another kind of
  // token from the client.
  if ([aud].flat().length !== 1) return 'aud must name this server alone'
  if (!TYPES.test(protectedHeader.typ ?? 'JWT')) return 'typ'
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI) return 'jti'
  return undefined
}

function refuse(why: string): Refusal {
  return new Refusal('invalid_client', `The client assertion is not valid: ${why}.`)
}

async function keysOf(
  context: Pick<McpContext, 'clientKeys'>,
  client: Client,
  options: FindKeysOptions,
): Promise<JWTVerifyGetKey | Refusal> {
  if (client.jwks !== undefined) return importedKeys(client.jwks)
  if (client.jwksUri !== undefined) return await context.clientKeys.find(client, options)
  throw new Error('the client has no keys')
}

/** Keys that jose has imported. Importing a key for each assertion would cost as much as the verification. */
const imported = new WeakMap<JSONWebKeySet, JWTVerifyGetKey>()

function importedKeys(jwks: JSONWebKeySet): JWTVerifyGetKey {
  const known = imported.get(jwks)
  if (known !== undefined) return known
  const { getKey } = createClientKeySet(jwks)
  imported.set(jwks, getKey)
  return getKey
}
