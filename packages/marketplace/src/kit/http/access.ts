/** Finds and checks the principal of every request. */
import { outsideRehearsal } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseAccess, refuseMoving, scopesOf } from '../principals/authorize.ts'
import type {
  AccessFailure,
  Caller,
  CredentialRefusal,
  Principal,
  PrincipalSource,
  Requirements,
} from '../principals/principal.ts'
import { isRefusal, type ProblemCode, type Refusal, refuse } from '../shared/errors.ts'
import { sendProblem } from './problem.ts'
import { redactUrl } from './redact.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kinds and scopes of principals that the route accepts. Null for the route that answers unknown paths. */
    requires?: Requirements | null
  }
}

const PRINCIPAL = Symbol('marketplace.principal')

const CALLER = Symbol('marketplace.caller')

type KnownRequest = FastifyRequest & { [PRINCIPAL]?: Principal; [CALLER]?: Caller | undefined }

/** The principal of a request. Only on routes with `requires`. */
export function principalOf(request: FastifyRequest): Principal {
  return (request as KnownRequest)[PRINCIPAL] as Principal
}

/** Who sent a request, even if it was refused. Undefined if that is not known. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return (request as KnownRequest)[CALLER]
}

/** What a source found in a request. */
interface Presented {
  readonly source: PrincipalSource
  readonly outcome: Principal | CredentialRefusal
}

/** Counts a request whose credentials are refused, and returns the refusal to be sent. */
type CountRefused = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  caller: Caller | undefined,
) => Promise<Refusal>

/** Finds the principal of a request again, as it is now. Undefined if the request would be refused now. */
export type RecheckPrincipal = (request: FastifyRequest) => Promise<Principal | undefined>

/**
 * Checks the credentials before the body is read. A request must present exactly one. A route without `requires` is a programming error,
 * and makes the start fail. Returns the check for answers that take long, such as streams.
 */
export function requirePrincipals(
  fastify: FastifyInstance,
  sources: readonly PrincipalSource[],
  countRefused: CountRefused,
): RecheckPrincipal {
  fastify.addHook('onRoute', (route) => {
    if (route.config?.requires === undefined) throw new Error(`${route.url} requires no principal`)
  })
  fastify.addHook('onRequest', async (request, reply) => {
    const { requires } = request.routeOptions.config
    if (!requires) return sendProblem(reply, unknownPath(request))
    const presented = await findPrincipal(sources, request)
    if (isRefusal(presented)) return sendProblem(reply, presented)
    const outcome: Principal | CredentialRefusal = presented?.outcome ?? noCredentials(sources)
    const known = request as KnownRequest
    const refusal = isRefused(outcome)
      ? outcome
      : (refuseAccess(outcome, requires) ?? refuseMoving(outcome.customer, request.method))
    known[CALLER] = isRefused(outcome) ? outcome.caller : outcome
    if (refusal === undefined) {
      const { actor } = outcome as Principal
      known[PRINCIPAL] = { ...(outcome as Principal), actor: { ...actor, requestId: request.id } }
      return
    }
    const sent = await countRefused(request, reply, refusal, known[CALLER])
    setChallenge(request, reply, sources, sent, presented?.source)
    return sendProblem(reply, sent)
  })
  // A route instead of the host's 404 handler, because that handler logs the URL with the key.
  fastify.all('/*', { config: { requires: null } }, (request, reply) =>
    sendProblem(reply, unknownPath(request)),
  )
  return async (request) => {
    const presented = await findPrincipal(sources, request)
    const { requires } = request.routeOptions.config
    if (presented === undefined || isRefusal(presented) || !requires) return undefined
    const { outcome } = presented
    if (isRefused(outcome) || refuseAccess(outcome, requires) !== undefined) return undefined
    if (refuseMoving(outcome.customer, request.method) !== undefined) return undefined
    return outcome
  }
}

function isRefused(outcome: Principal | CredentialRefusal): outcome is CredentialRefusal {
  return isRefusal(outcome)
}

async function findPrincipal(
  sources: readonly PrincipalSource[],
  request: FastifyRequest,
): Promise<Presented | Refusal | undefined> {
  let found: Presented | undefined
  for (const source of sources) {
    // Who calls is the same in a rehearsal, and what is kept of it serves others, too.
    const outcome = await outsideRehearsal(async () => await source(request))
    if (outcome === undefined) continue
    if (found !== undefined) return severalCredentials()
    found = { source, outcome }
  }
  return found
}

const CHALLENGED: Partial<Readonly<Record<ProblemCode, AccessFailure['status']>>> = {
  MARKET_UNAUTHENTICATED: 401,
  MARKET_FORBIDDEN: 403,
}

/** Sets `WWW-Authenticate`: for a 401 the challenges of all sources, and for a 403 that of the presented credential. */
function setChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  sources: readonly PrincipalSource[],
  { code, challenge }: CredentialRefusal,
  presented: PrincipalSource | undefined,
): void {
  if (challenge !== undefined) {
    reply.header('www-authenticate', challenge)
    return
  }
  const status = CHALLENGED[code]
  if (status === undefined) return
  const scopes = scopesOf(request.routeOptions.config.requires ?? [])
  const challenges = sources
    .filter((source) => status === 401 || source === presented)
    .map((source) =>
      source.challenge?.({ status, presented: source === presented, scopes }, request),
    )
    .filter((challenge) => challenge !== undefined)
  if (challenges.length > 0) reply.header('www-authenticate', challenges.join(', '))
}

function noCredentials(sources: readonly PrincipalSource[]): Refusal {
  const ways = sources.flatMap(({ howToSend }) => howToSend ?? [])
  return refuse('MARKET_UNAUTHENTICATED', `No credentials were sent. Send ${ways.join(', or ')}.`)
}

function severalCredentials(): Refusal {
  const detail =
    'The request has several credentials. Send one: an API key, an access token, or a session.'
  return refuse('MARKET_SEVERAL_CREDENTIALS', detail)
}

function unknownPath(request: FastifyRequest): Refusal {
  const detail = `The API has no call ${request.method} ${redactUrl(request.url)}.`
  return refuse('MARKET_NOT_FOUND', detail)
}
