/** Applies limits to requests: by principal, and by address where there is no principal. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Caller } from '../principals/principal.ts'
import { type Refusal, refuse } from '../shared/errors.ts'
import { createLimiter, type Decision, type TakeRequest } from './limiter.ts'
import {
  DEFAULT_LIMITS,
  LIMIT_CLASSES,
  type Limit,
  type LimitClass,
  type Limits,
  type Policy,
} from './policies.ts'
import { addressKey, limitHeader, policyHeader } from './rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The class of the limit that applies to the route. @default 'read' for GET and HEAD, otherwise 'write' */
    limit?: LimitClass
  }
}

/** A policy with its header. Undefined if there is no limit. */
type NamedPolicy = (Policy & { readonly header: string }) | undefined

function toPolicy(name: string, limit: Limit): NamedPolicy {
  if (limit.requests === 0) return undefined
  const policy = { ...limit, name }
  return { ...policy, header: policyHeader(policy) }
}

/** Creates the function that counts requests of a Fastify instance. While the store cannot be reached, it logs a warning each minute. */
function limiterOf(
  fastify: FastifyInstance,
  database: Database,
  onPassed: (() => void) | undefined,
): TakeRequest {
  return createLimiter({
    database,
    onPassed,
    onUnreachable: (err, passed) =>
      fastify.log.warn(
        { err, passed },
        'limits are not applied: their store cannot be reached, so requests pass',
      ),
  })
}

/** The functions of {@link applyLimits}. */
export interface AppliedLimits {
  /**
   * Counts a request whose credentials are refused: for the caller, or for the address if it is not known. Returns the refusal to be sent,
   * which is 429 if there were too many.
   */
  countRefused(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    caller: Caller | undefined,
  ): Promise<Refusal>
  /** Adds the hook that counts the requests of principals. Call it after the checks of access. */
  countPrincipals(fastify: FastifyInstance): void
}

/** Creates the limits of the API for an instance. */
export function applyLimits(
  fastify: FastifyInstance,
  database: Database,
  limits: Partial<Limits> = {},
  onUnlimited?: () => void,
): AppliedLimits {
  const all = { ...DEFAULT_LIMITS, ...limits }
  const take = limiterOf(fastify, database, onUnlimited)
  const policies = Object.fromEntries(
    LIMIT_CLASSES.map((name) => [name, toPolicy(name, all[name])]),
  ) as Readonly<Record<LimitClass, NamedPolicy>>
  const unauthenticated = toPolicy('unauthenticated', all.unauthenticated)

  return {
    async countRefused(request, reply, refusal, caller) {
      const policy = caller ? policies[classOf(request)] : unauthenticated
      // Nobody is to blame for an outage.
      if (policy === undefined || refusal.code === 'MARKET_UNAVAILABLE') return refusal
      const subject = caller ? subjectOf(caller) : addressOf(request)
      return settle(reply, policy, await take(subject, policy)) ?? refusal
    },
    countPrincipals(scope) {
      scope.addHook('onRequest', (request, reply, done) => {
        const policy = policies[classOf(request)]
        if (policy === undefined) return done()
        const finish = (decision: Decision) => {
          const refusal = settle(reply, policy, decision)
          if (refusal) sendProblem(reply, refusal)
          else done()
        }
        const decision = take(subjectOf(principalOf(request)), policy)
        if (decision instanceof Promise) decision.then(finish, done)
        else finish(decision)
      })
    },
  }
}

function classOf({ method, routeOptions }: FastifyRequest): LimitClass {
  const isRead = method === 'GET' || method === 'HEAD'
  return routeOptions.config.limit ?? (isRead ? 'read' : 'write')
}

/** Whose requests are counted together. */
export function subjectOf({ customer, actor }: Pick<Caller, 'customer' | 'actor'>) {
  const person = actor.person ? ` for ${actor.person.id}` : ''
  return { customerId: customer.customerId, name: `${actor.kind} ${actor.id}${person}` }
}

function addressOf({ ip }: FastifyRequest) {
  return { customerId: '0', name: addressKey(ip) }
}

/** Sets the headers of a decision. Returns the refusal of a request that may not pass. */
function settle(
  reply: FastifyReply,
  policy: Exclude<NamedPolicy, undefined>,
  { isAllowed, remaining, endsIn }: Decision,
): Refusal | undefined {
  reply.header('ratelimit-policy', policy.header)
  if (remaining === undefined || endsIn === undefined) return undefined
  reply.header('ratelimit', limitHeader(policy, remaining, endsIn))
  if (isAllowed) return undefined
  const wait = Math.max(1, Math.ceil(endsIn / 1000))
  reply.header('retry-after', String(wait))
  const detail = `More than ${policy.requests} requests of the class ${policy.name} in ${policy.seconds} s. Wait ${wait} s, then send the request again.`
  return refuse('MARKET_RATE_LIMITED', detail)
}

/** What {@link limitAddresses} needs. */
export interface AddressLimit {
  readonly database: Database
  /** The name of the policy in the headers and in the store. */
  readonly name: string
  readonly limit: Limit
  /** Whether a request is counted. */
  readonly isCounted: (request: FastifyRequest) => boolean
  /** Called for each request that passes because the database cannot be reached. */
  readonly onUnlimited?: () => void
  /** Answers a request above the limit. `Retry-After` is set. @default sends a problem document */
  readonly refuse?: (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
  ) => FastifyReply | Promise<FastifyReply>
}

/**
 * Limits the requests that one address sends to routes of the host that need no credentials, such as the token endpoint of an
 * authorization server. All nodes share the limit. Behind a proxy, set `trustProxy` of Fastify, so that the address is that of the client.
 * For IPv6, the first 64 bits count as the address.
 *
 * @example
 * limitAddresses(app, {
 *   database,
 *   name: 'token',
 *   limit: { requests: 600, seconds: 60 },
 *   isCounted: ({ routeOptions }) => routeOptions.url === '/token',
 * })
 */
export function limitAddresses(fastify: FastifyInstance, options: AddressLimit): void {
  const { database, name, limit, isCounted, refuse: answer = sendRefusal } = options
  const policy = toPolicy(name, limit)
  if (policy === undefined) return
  const take = limiterOf(fastify, database, options.onUnlimited)
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return
    const refusal = settle(reply, policy, await take(addressOf(request), policy))
    if (refusal) return await answer(request, reply, refusal)
  })
}

function sendRefusal(_: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return sendProblem(reply, refusal)
}
