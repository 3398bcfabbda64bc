/** `/oauth/mcp/confirm`: the consent page after a sign-in, and the decision of the person. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { Refusal } from '../../http/refusal.ts'
import { keepBinding } from '../../sign-in/browser-cookie.ts'
import type { Person } from '../../sign-in/finisher.ts'
import { answerOnce, type NextStep, repeatAnswer } from '../../sign-in/once.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import type { Accounts } from '../accounts/ask-accounts.ts'
import { type Chosen, chosenAccount } from '../accounts/choice.ts'
import type { Client } from '../client.ts'
import type { McpContext } from '../mcp-context.ts'
import { answerUrl } from './answer-client.ts'
import { explainRefusal, sendExpired, sendStep } from './answers.ts'
import { continueWithSignIn, providerNames } from './begin-sign-in.ts'
import { findAccounts } from './cap-request.ts'
import { askLater, issueAt } from './client-sign-ins.ts'
import { type FoundStep, findStep, type Waiting } from './flow.ts'
import type { AuthorizationRequest } from './read-request.ts'
import { isSecure } from './remembered.ts'
import { sendConsent } from './send-consent.ts'
import { consentScopes } from './staying.ts'

/** Shows the page. It can be reloaded until the person decides. */
export async function showConfirm(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const step = await findStep(context, request, token)
  if (step?.outcome !== 'waiting') return await sendAnswer(context, request, reply, token, step)
  const { waiting } = step
  const client = await context.clients.find(waiting.request.clientId, request.ip)
  if (client instanceof Refusal) return explainRefusal(context, request, reply, client)
  const accounts = await accountsOf(context, request, waiting)
  if (accounts instanceof Refusal) return explainRefusal(context, request, reply, accounts)
  return await sendConsent(context, reply, { client, token, accounts, ...waiting })
}

/** What the person may choose from, once it is known who that is. */
async function accountsOf(
  context: McpContext,
  request: FastifyRequest,
  { request: authorization, person }: Waiting,
): Promise<Accounts | undefined | Refusal> {
  if (person === undefined) return undefined
  const found = await findAccounts(context, request, authorization, person.user)
  if (!('error' in found)) return found
  return new Refusal('temporarily_unavailable', found.description, { retryAfter: 5 })
}

/** Takes the decision. A second click, or a reload of the answer, gets the answer of the first. */
export async function confirm(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const token = form.get('token') ?? ''
  const step = await findStep(context, request, token)
  if (step?.outcome !== 'waiting') return await sendAnswer(context, request, reply, token, step)
  const { waiting, state } = step
  const client = await context.clients.find(waiting.request.clientId, request.ip)
  if (client instanceof Refusal) return explainRefusal(context, request, reply, client)
  const accounts = await accountsOf(context, request, waiting)
  if (accounts instanceof Refusal) return explainRefusal(context, request, reply, accounts)
  const chosen = accounts && chosenAccount(accounts, form.get('account') ?? undefined)
  if (accounts && !chosen && form.get('decision') === 'allow') {
    // Nothing is decided: the account is missing, or not one of the person's any more, or somebody has changed the form.
    const asked = { client, token, accounts, isFaulty: true, ...waiting }
    return await sendConsent(context, reply, asked)
  }
  const work = readDecision(context, request, reply, { client, waiting, form, chosen })
  if (work === undefined) return sendExpired(context, reply)
  const next = await answerOnce(context, state, work)
  return sendOrExpire(context, request, reply, token, next)
}

/** Answers a step that was answered before, or is not known in this browser. */
async function sendAnswer(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  step: Exclude<FoundStep, { outcome: 'waiting' }> | undefined,
): Promise<FastifyReply> {
  const next = step && (await repeatAnswer(context, step.key, step.browserHash))
  return sendOrExpire(context, request, reply, token, next)
}

function sendOrExpire(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  next: NextStep | undefined,
): FastifyReply {
  if (next === undefined) return sendExpired(context, reply)
  keepBinding(request, reply, token, isSecure(context))
  return sendStep(reply, next)
}

/** The decision of a person: what they saw, and what they have sent. */
interface Decision {
  readonly client: Client
  readonly waiting: Waiting
  readonly form: URLSearchParams
  /** The account that the person has chosen; undefined before the sign-in. */
  readonly chosen: Chosen | undefined
}

/** What follows from the decision; undefined if the form is not one of this server. */
function readDecision(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, waiting, form, chosen: account }: Decision,
): (() => Promise<NextStep>) | undefined {
  const { request: authorization, person } = waiting
  const [decision = '', chosen = ''] = (form.get('decision') ?? '').split(':')
  if (decision === 'switch' && person !== undefined) {
    return async () => await switchAccount(context, request, reply, authorization, person)
  }
  const { scopes } = authorization
  const allowed =
    waiting.allowed ?? allowedScopes(consentScopes(context.mcp, client, authorization), form)
  // An answer without a scope would mean that all requested scopes were granted (RFC 6749, section 5.1).
  const allowsNothing = scopes.length > 0 && !scopes.some((one) => allowed.includes(one))
  if (decision !== 'allow' || allowsNothing)
    return async () => await deny(context, request, waiting)
  if (person !== undefined && account !== undefined) {
    const consent = { client, authorization, person, allowed, ...account }
    return async () => await issueAt(context, request, reply, consent)
  }
  const names = providerNames(context)
  const provider = names.includes(chosen) ? chosen : names[0]
  if (provider === undefined || (names.length > 1 && provider !== chosen)) return undefined
  const forClient = { request: authorization, allowed }
  return async () => await continueWithSignIn(context, request, reply, provider, forClient)
}

/** Starts the sign-in again for another person. Nothing that the first person allowed is kept. */
async function switchAccount(
  context: McpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizationRequest,
  person: Person,
): Promise<NextStep> {
  const { loginHint: _, ...hints } = asked.hints ?? {}
  const authorization = { ...asked, hints: { ...hints, prompt: ['select_account'] } } as const
  if (providerNames(context).length > 1) {
    return await askLater(context, request, reply, { request: authorization, person: undefined })
  }
  const forClient = { request: authorization, allowed: undefined }
  return await continueWithSignIn(context, request, reply, person.provider, forClient)
}

/** The scopes that the person is asked for, without those that are not ticked. */
function allowedScopes(scopes: readonly string[], form: URLSearchParams): readonly string[] {
  if (!form.has('scoped')) return scopes
  const ticked = new Set(form.getAll('scope'))
  return scopes.filter((scope) => ticked.has(scope))
}

async function deny(
  { mcp, mcpStore, audit }: Pick<McpContext, 'mcp' | 'mcpStore' | 'audit'>,
  request: FastifyRequest,
  { request: authorization, person }: Waiting,
): Promise<NextStep> {
  const { clientId, scopes } = authorization
  const detail = { scope: scopes.join(' ') }
  const event = { clientId, sub: person?.user, detail, ...callerOf(request) }
  await (person ? audit.record(EVENTS.denied, event) : audit.recordAnonymous(EVENTS.denied, event))
  const { device } = authorization
  if (device) await mcpStore.devices.decide(device.deviceHash, null)
  const refusal = { error: 'access_denied', description: 'The person denied the request.' }
  return { target: answerUrl(mcp, authorization, refusal) }
}
