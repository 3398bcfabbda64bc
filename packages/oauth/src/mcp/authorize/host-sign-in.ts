/**
 * Sign-ins for clients at a page of the application, which needs no provider (`mcp.hostSignIn`). The application signs the person in by a
 * session, and sends the browser back here, where the hook `onMCPHostSession` says who it is.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MCPHostPerson } from '../../hooks.ts'
import { QUIET_LOG } from '../../http/quiet-log.ts'
import { detachSession } from '../../session/detached-session.ts'
import { equalSecrets, hashSecret, randomSecret } from '../../shared/secrets.ts'
import { bindToBrowser, keepBinding, readBinding } from '../../sign-in/browser-cookie.ts'
import type { Person, SignInFinisher } from '../../sign-in/finisher.ts'
import {
  answerOnce,
  isAnswered,
  type NextStep,
  type OwnState,
  repeatAnswer,
} from '../../sign-in/once.ts'
import type { SaveLimit } from '../../store/store.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { answerUrl } from './answer-client.ts'
import { sendExpired, sendStep } from './answers.ts'
import { openState, type SignInForClient } from './flow.ts'
import type { ClientRefusal } from './read-request.ts'
import { isSecure } from './remembered.ts'

/** Seconds that a person has for signing in. */
const TTL_SECONDS = 600

/** A context of the sealer. */
const SEALED_AS = 'mcp sign-in at the host'

/** Seconds by which the clocks of nodes may differ. */
const TOLERANCE = 60

interface Pending {
  readonly forClient: SignInForClient
  /** Hash of the cookie that binds it to the browser. */
  readonly browserHash: string
  /** Seconds since 1970. */
  readonly startedAt: number
  /** When the person had signed in to whom the session belonged at the first visit; null for nobody, undefined before that visit. */
  readonly before?: number | null
}

/** Begins a sign-in. @returns the redirect; or the seconds to wait */
export async function beginAtHost(
  context: Pick<McpContext, 'store' | 'sealer' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  forClient: SignInForClient,
  limit: SaveLimit | undefined,
): Promise<NextStep | { readonly retryAfter: number }> {
  const token = randomSecret()
  const { browserHash, cookie } = bindToBrowser(request, reply, token, isSecure(context))
  const pending: Pending = { forClient, browserHash, startedAt: now() }
  const sealed = context.sealer.seal(SEALED_AS, pending)
  const retryAfter = await context.store.csrf.save(hashSecret(token), sealed, TTL_SECONDS, limit)
  return retryAfter > 0 ? { retryAfter } : { target: returnPath(token), cookies: [cookie] }
}

/** Where the application sends the browser after the sign-in. */
function returnPath(token: string): string {
  return `${PATHS.hostSignIn}?token=${token}`
}

/** Adds the route to which the application returns. It reads the session of the application, and changes nothing in it. */
export function hostSignInRoutes(
  app: FastifyInstance,
  context: McpContext,
  finisher: SignInFinisher,
): void {
  if (context.mcp.hostSignIn === undefined) return
  app.get<{ Querystring: { readonly token?: unknown } }>(
    PATHS.hostSignIn,
    QUIET_LOG,
    async (request, reply) => {
      const { token } = request.query
      const next =
        typeof token === 'string' ? await takeStep(context, request, reply, token, finisher) : null
      if (typeof token !== 'string' || !next) return sendExpired(context, reply)
      keepBinding(request, reply, token, isSecure(context))
      return sendStep(reply, next, 302)
    },
  )
}

async function takeStep(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  finisher: SignInFinisher,
): Promise<NextStep | undefined> {
  const key = hashSecret(token)
  const browserHash = readBinding(request, token, isSecure(context))
  const data = await context.store.csrf.find(key)
  if (data === undefined || browserHash === undefined) return undefined
  if (isAnswered(data)) return await repeatAnswer(context, key, browserHash)
  const pending = openState<Pending>(context, SEALED_AS, data)
  if (pending === undefined || !equalSecrets(pending.browserHash, browserHash)) return undefined
  const { forClient } = pending
  const state: OwnState = { key, data, browserHash }
  const person = (await context.hooks.get('onMCPHostSession')?.(request)) ?? undefined
  // What follows neither reads nor changes the session, as after a sign-in at a provider.
  detachSession(request)
  if (mustSignIn(forClient) && pending.before === undefined) {
    const seen: Pending = { ...pending, before: person?.signedInAt ?? null }
    await context.store.csrf.replace(key, data, context.sealer.seal(SEALED_AS, seen), TTL_SECONDS)
    return signInPage(context, token)
  }
  const found = person && toPerson(context, person, pending)
  if (found === undefined) {
    if (!forClient.request.hints?.prompt?.includes('none')) return signInPage(context, token)
    return await answerOnce(context, state, refusing(context, forClient, LOGIN_REQUIRED))
  }
  if (isTooWeak(forClient, found))
    return await answerOnce(context, state, refusing(context, forClient, TOO_WEAK))
  return await answerOnce(
    context,
    state,
    async () => await finisher.accept(request, reply, forClient, found),
  )
}

function signInPage({ mcp }: Pick<McpContext, 'mcp'>, token: string): NextStep {
  const query = new URLSearchParams({ redirect: returnPath(token) })
  return { target: `${mcp.hostSignIn?.path}?${query}` }
}

function refusing(
  { mcp }: Pick<McpContext, 'mcp'>,
  { request }: SignInForClient,
  refusal: ClientRefusal,
): () => Promise<NextStep> {
  return async () => ({ target: answerUrl(mcp, request, refusal) })
}

const LOGIN_REQUIRED: ClientRefusal = {
  error: 'login_required',
  description: 'The person has to sign in.',
}

/** OpenID Connect Core Unmet Authentication Requirements 1.0, section 2. */
const TOO_WEAK: ClientRefusal = {
  error: 'unmet_authentication_requirements',
  description: 'The person has not authenticated in a way that acr_values names.',
}

function mustSignIn({ request }: SignInForClient): boolean {
  const { prompt = [] } = request.hints ?? {}
  return prompt.includes('login') || prompt.includes('select_account')
}

/** The person of the session, if the sign-in is as recent as the request asks for. */
function toPerson(
  { mcp }: Pick<McpContext, 'mcp'>,
  { user, account, signedInAt, acr }: MCPHostPerson,
  { forClient, startedAt, before }: Pending,
): Person | undefined {
  const { maxAge } = forClient.request.hints ?? {}
  // The clock of the node where the person has signed in may be behind. The sign-in that there was before does not count in any case.
  const isNew = signedInAt !== before && signedInAt >= startedAt - TOLERANCE
  if (mustSignIn(forClient) && !isNew) return undefined
  if (maxAge !== undefined && signedInAt < startedAt - maxAge - TOLERANCE) return undefined
  const provider = mcp.hostSignIn?.name ?? ''
  return {
    user,
    account,
    authentication: { auth_time: Math.floor(signedInAt), ...(acr !== undefined && { acr }) },
    provider,
    // They come for this client now. The time of the session would count as before a revocation for as long as that is kept.
    signedInAt: now(),
    // No logout token can name it: it has no issuer.
    origin: {
      provider,
      issuer: '',
      subject: user,
      sid: undefined,
      issuedAt: Math.floor(signedInAt),
    },
  }
}

function isTooWeak({ request }: SignInForClient, { authentication }: Person): boolean {
  const { acrValues } = request.hints ?? {}
  return acrValues !== undefined && !acrValues.includes(authentication.acr ?? '')
}

function now(): number {
  return Math.floor(Date.now() / 1_000)
}
