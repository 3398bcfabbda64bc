/**
 * Tokens of platforms that run programs, by which clients without a person authenticate: Kubernetes, GitHub Actions, clouds (RFC 7523,
 * section 2; the draft "workload identity federation" of MCP). They are not claimed: a platform gives a program one token for several
 * uses.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Hooks, ResolvedMCPWorkload } from '../../../hooks.ts'
import { Refusal } from '../../../http/refusal.ts'
import { explain } from '../../../shared/explain.ts'
import { problemOfUrl } from '../../../shared/urls.ts'
import type { Asserted } from '../../../store/mcp.ts'
import type { McpConfig } from '../../config/config.ts'
import { ALGORITHMS } from '../../config/read-trust.ts'
import { fitsClaims, fitsPattern } from '../../subject-pattern.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import type { UnverifiedToken } from './read-token.ts'
import { verifyClaims } from './verify.ts'

/** The most seconds until a token expires: platforms that keep one for all programs, as Azure does, issue it for a day. */
const MAX_LIFETIME = 86_400

/** Types of tokens that say no other purpose (RFC 8725, section 3.11): access tokens and assertions about people have their own. */
const TYPES: ReadonlySet<string> = new Set(['', 'jwt'])

/** A program whose token was verified. */
export interface Workload {
  readonly clientId: string
  readonly by: Asserted
}

/** How a token was presented. */
export interface Presented {
  readonly token: UnverifiedToken
  readonly assertion: string
  /** The client that the request names. */
  readonly clientId: string | undefined
  /** The address that has sent it. */
  readonly caller: string
}

/** The client that would accept a token. */
export interface Trust {
  readonly clientId: string
  /** @returns `invalid_grant` for a token that is not valid */
  verify(): Promise<Workload | Refusal>
}

/** Finds who trusts tokens of programs. */
export interface Workloads {
  /** @returns `invalid_grant` for a token that fits no entry, `invalid_request` if it fits the entries of several clients */
  find(presented: Presented): Promise<Trust | Refusal>
}

/** Makes the {@link Workloads} of an instance. */
export function createWorkloads(
  { clientCredentials }: Pick<McpConfig, 'clientCredentials'>,
  findHook: () => Hooks['onResolveMCPWorkloads'] | undefined,
  keys: IssuerKeys,
  logger: FastifyBaseLogger,
): Workloads {
  return {
    async find({ token, assertion, clientId, caller }) {
      if (clientCredentials?.resolveWorkloads !== true) return unknown()
      if (!TYPES.has(token.typ)) return invalidGrant('The type of the assertion is another one.')
      const { iss: issuer, sub: subject } = token
      let named: readonly ResolvedMCPWorkload[]
      try {
        named = (await findHook()?.({ issuer, subject }, logger)) ?? []
      } catch (error) {
        logger.error({ issuer, subject, cause: explain(error) }, 'onResolveMCPWorkloads failed')
        return new Refusal('temporarily_unavailable', 'Try again in a moment.', { retryAfter: 5 })
      }
      const entries = named
        .filter((one) => clientId === undefined || one.clientId === clientId)
        .filter((one) => fits(one, token))
      const [entry] = entries
      if (entry === undefined) return unknown()
      if (entries.some((one) => one.clientId !== entry.clientId)) {
        const text = 'Several clients accept this token: name one of them with client_id.'
        return new Refusal('invalid_request', text)
      }
      const trusting = entry.clientId
      return {
        clientId: trusting,
        async verify() {
          const refused = await tryEach(keys, entries, { token, assertion, caller })
          if (refused === undefined) return { clientId: trusting, by: { issuer, subject } }
          const why = refused.description
          logger.info({ issuer, subject, client_id: trusting, why }, 'a token was refused')
          return refused
        },
      }
    },
  }
}

function invalidGrant(text: string): Refusal {
  return new Refusal('invalid_grant', text)
}

/** The same answer for an issuer, a subject and a claim that no entry has: strangers must not learn what is trusted. */
function unknown(): Refusal {
  return invalidGrant('The assertion is not accepted: no client trusts this issuer and subject.')
}

function fits(entry: ResolvedMCPWorkload, { iss, sub, claims }: UnverifiedToken): boolean {
  return (
    entry.issuer === iss &&
    problemOfUrl(entry.issuer, false) === undefined &&
    [claims.aud].flat().includes(entry.audience) &&
    fitsPattern(entry.subject, sub) &&
    fitsClaims(entry.claims ?? {}, claims)
  )
}

/** Verifies a token by the keys of the entries that it fits: nearly always one. @returns undefined if it is good */
async function tryEach(
  keys: IssuerKeys,
  entries: readonly ResolvedMCPWorkload[],
  { token, assertion, caller }: Omit<Presented, 'clientId'>,
): Promise<Refusal | undefined> {
  let refused = unknown()
  for (const { issuer, audience, jwksUri, jwks } of entries) {
    const owner = { issuer, jwksUri, jwks }
    const getKey = await keys.find(owner, { caller, kid: token.kid })
    if (getKey instanceof Refusal) {
      refused = getKey
      continue
    }
    const claims = await verifyClaims(assertion, getKey, {
      issuer,
      audiences: [audience],
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat'],
      maxLifetime: MAX_LIFETIME,
    })
    if (typeof claims !== 'string') {
      keys.keep(owner)
      return undefined
    }
    refused = invalidGrant(`The assertion is not valid: ${claims}.`)
  }
  return refused
}
