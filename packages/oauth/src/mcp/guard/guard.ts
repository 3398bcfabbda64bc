/** Checks requests to the routes of a protected resource (RFC 6750; RFC 9470; RFC 9728). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAuthenticated, type NeededAuthentication } from '../../session/needed-authentication.ts'
import { OAuthError } from '../../shared/errors.ts'
import { explain } from '../../shared/explain.ts'
import { READABLE_BY_SCRIPTS } from '../browsers.ts'
import { atResource } from '../config/resources.ts'
import { resourceMetadataUrl } from '../discovery/documents.ts'
import type { ProofProblem } from '../dpop/proofs.ts'
import type { McpContext } from '../mcp-context.ts'
import { resourceAt } from '../resource.ts'
import { challengeOf, type Denial, type Scheme } from './challenge.ts'
import {
  createTokenVerifier,
  schemeOf,
  type TokenProblem,
  type VerifiedToken,
} from './verify-token.ts'

/**
 * Returns true if the request may continue. Otherwise it answers the request and returns false.
 *
 * @param isParsed false before the body is parsed: scopes of a function are not compared yet
 */
export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
  isParsed: boolean,
) => boolean | Promise<boolean>

/** The guards of an application: one for each protected resource. */
export interface Guards {
  /**
   * @param resource its URI, or its path at the issuer; undefined for the default one
   * @throws OAuthError `OAUTH_CONFIG` for a resource that is not configured
   */
  find(resource: string | undefined): Guard
}

/** The scopes that a route demands: a list, or a function of the request. */
type Wanted = readonly string[] | ((request: FastifyRequest) => readonly string[])

/** What a route demands of a token. */
export interface RouteOptions {
  readonly scopes: Wanted
  readonly needed: NeededAuthentication
}

/** Headers of every answer of the guard: scripts of every origin may read it, and it must not be cached. */
const HEADERS = {
  'cache-control': 'no-store',
  ...READABLE_BY_SCRIPTS,
} as const

/** Answers a request while no token can be checked. */
export function denyAll(reply: FastifyReply): false {
  void reply
    .code(503)
    .headers({ ...HEADERS, 'retry-after': '5' })
    .send({
      error: 'temporarily_unavailable',
      error_description: 'Access tokens cannot be verified at the moment.',
    })
  return false
}

/** Why a token is refused, for people. */
export const DESCRIPTIONS: Readonly<Record<TokenProblem, string>> = {
  expired: 'The access token has expired.',
  revoked: 'The access token is revoked.',
  disabled: 'The client of the access token is disabled.',
  invalid: 'The access token is not one of this server, or not for this resource.',
  unknown_key: 'The access token is signed with a key that this server does not have.',
  bound: 'The access token is bound to a key: send it with the scheme DPoP, and a proof.',
  unbound: 'The access token is not bound to a key.',
}

/** The description of `insufficient_user_authentication`. */
export const AUTHENTICATE_AGAIN =
  'The person must authenticate again, as acr_values and max_age say.'

/** Answers a request that is refused. */
type Deny = (request: FastifyRequest, reply: FastifyReply, denial: Denial) => false

function createDeny(mcp: McpContext['mcp']): Deny {
  const metadataUrl = resourceMetadataUrl(mcp)
  return ({ headers }, reply, denial) => {
    const challenge = challengeOf(denial, metadataUrl, challengedScheme(mcp, headers.authorization))
    void reply
      .code(denial.status)
      .headers({ ...HEADERS, 'www-authenticate': challenge })
      .send({ error: denial.error ?? 'invalid_token', error_description: denial.description })
    return false
  }
}

/** The scheme of the challenge to a request: its own, unless only one is accepted. */
export function challengedScheme({ dpop }: McpContext['mcp'], authorization?: string): Scheme {
  return dpop.required === 'always' ? 'DPoP' : (schemeOf(authorization) ?? 'Bearer')
}

/** Accepts a valid token that fulfils the requirements of the route, and refuses all others. */
function createAdmit({ audit, mcp, metrics }: GuardContext, deny: Deny) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    options: RouteOptions,
    checked: VerifiedToken | TokenProblem | ProofProblem,
    isParsed: boolean,
  ): boolean => {
    if (typeof checked === 'string' || !('auth' in checked)) {
      const { error, description } = refuseToken({ audit, mcp, metrics }, checked)
      const scopes = challengedScopes(options.scopes, request)
      return deny(request, reply, { status: 401, error, description, scopes })
    }
    const denial = denialOf(request, options, checked, isParsed)
    if (denial !== undefined) {
      audit.reject(denial.error ?? '', mcp.resource)
      metrics.guardRefused(denial.error)
      return deny(request, reply, denial)
    }
    request.mcp = checked.auth
    return true
  }
}

/** Counts a refused token or proof. @returns the error and its description */
export function refuseToken(
  { audit, mcp, metrics }: Pick<GuardContext, 'audit' | 'mcp' | 'metrics'>,
  problem: TokenProblem | ProofProblem,
): ProofProblem {
  const reason = typeof problem === 'string' ? problem : problem.error
  // The usual way to get a nonce.
  if (reason !== 'use_dpop_nonce') audit.reject(reason, mcp.resource)
  metrics.guardRefused(reason)
  if (typeof problem !== 'string') return problem
  return { error: 'invalid_token', description: DESCRIPTIONS[problem] }
}

/** The requirement of a route that a valid token does not fulfil; undefined if there is none. */
function denialOf(
  request: FastifyRequest,
  { scopes: wanted, needed }: RouteOptions,
  checked: VerifiedToken,
  isParsed: boolean,
): Denial | undefined {
  const { auth, scopes } = checked
  // A new token must not lack what the old one had.
  const withHeld = (required: readonly string[]) => [
    ...new Set([...auth.scope.split(' ').filter(Boolean), ...required]),
  ]
  if (!hasAuthenticated(auth, needed, Date.now())) {
    return {
      status: 401,
      error: 'insufficient_user_authentication',
      description: AUTHENTICATE_AGAIN,
      scopes: withHeld(challengedScopes(wanted, request)),
      needed,
    }
  }
  if (typeof wanted === 'function' && !isParsed) return undefined
  const required = typeof wanted === 'function' ? [...wanted(request)] : wanted
  if (checked.satisfied === required || required.every((scope) => scopes.has(scope))) {
    checked.satisfied = required
    return undefined
  }
  const description = 'The access token lacks a scope that this operation requires.'
  const error = 'insufficient_scope'
  return { status: 403, error, description, scopes: withHeld(required) }
}

/** What a guard needs. */
export type GuardContext = Pick<
  McpContext,
  'logger' | 'mcp' | 'keys' | 'revocations' | 'proofs' | 'audit' | 'metrics'
>

/** Makes the {@link Guards} of an instance. */
export function createGuards(context: GuardContext): Guards {
  const { mcp } = context
  const guards = new Map(
    Array.from(mcp.resources.keys(), (resource) => [
      resource,
      createGuard({ ...context, mcp: atResource(mcp, resource) }),
    ]),
  )
  return {
    find: (resource = mcp.resource) => guards.get(knownResource(mcp, resource)) as Guard,
  }
}

/**
 * The canonical URI of a resource.
 *
 * @throws OAuthError `OAUTH_CONFIG` if it is not configured
 */
export function knownResource(
  { issuer, resources }: Pick<McpContext['mcp'], 'issuer' | 'resources'>,
  resource: string,
): string {
  const canonical = resourceAt(resource, issuer) ?? ''
  if (resources.has(canonical)) return canonical
  const known = [...resources.keys()].join(', ')
  const message = `Access tokens cannot be checked: the resource ${JSON.stringify(resource)} is not in mcp.resources. Known resources: ${known}.`
  throw new OAuthError('OAUTH_CONFIG', message)
}

/** Makes the {@link Guard} of the resource that the configuration is narrowed to. */
function createGuard(context: GuardContext): Guard {
  const { revocations, logger, mcp, metrics } = context
  const tokens = createTokenVerifier(context)
  const deny = createDeny(mcp)
  const admit = createAdmit(context, deny)
  const unavailable = (reply: FastifyReply) => {
    metrics.guardRefused('unavailable')
    return denyAll(reply)
  }
  return (request, reply, options, isParsed) => {
    const { authorization = '' } = request.headers
    const now = Date.now()
    const known = tokens.recall(authorization, now)
    const token = known === undefined ? readToken(authorization) : ''
    if (typeof token !== 'string') {
      metrics.guardRefused(token.error === undefined ? 'missing' : 'malformed')
      return deny(request, reply, { ...token, scopes: challengedScopes(options.scopes, request) })
    }
    if (!revocations.isFresh(now)) return unavailable(reply)
    if (known !== undefined) return admit(request, reply, options, known, isParsed)
    return tokens.verify(request, token).then(
      (checked) => admit(request, reply, options, checked, isParsed),
      (error: unknown) => {
        logger.warn({ cause: explain(error) }, 'an access token could not be verified')
        return unavailable(reply)
      },
    )
  }
}

const NO_SCOPES: readonly string[] = []

/**
 * The scopes for the challenge to a request without a valid token. A function of the route may fail, because the body may not be
 * parsed yet.
 */
function challengedScopes(wanted: Wanted, request: FastifyRequest): readonly string[] {
  if (typeof wanted !== 'function') return wanted
  try {
    return [...wanted(request)]
  } catch {
    return NO_SCOPES
  }
}

/** This server issues no longer tokens, so they are refused without a check. */
const MAX_TOKEN = 8_192

/** RFC 6750, section 2.1; RFC 9449, section 7.1. */
const CREDENTIALS = /^(?:Bearer|DPoP) +([\w.~+/-]+=*)$/i

/** The token of the header `Authorization`, or what is wrong with the header. */
export function readToken(authorization: string): string | Omit<Denial, 'scopes'> {
  if (schemeOf(authorization) === undefined)
    return { status: 401, error: undefined, description: 'An access token is required.' }
  const token = CREDENTIALS.exec(authorization)?.[1]
  if (token !== undefined && token.length <= MAX_TOKEN) return token
  const description = 'The Authorization header is malformed.'
  return { status: 400, error: 'invalid_request', description }
}
