/** `/passkeys` and `/recover`: the calls of the script of the pages, and the page of the link of a recovery. */
import { STATUS_CODES } from 'node:http'
import type { Database } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { sendPage } from '../../site/pages/send-page.ts'
import { keptOf } from '../link-token.ts'
import type { HubRefusal } from '../refusal.ts'
import { hashSession, isUserId } from '../sessions/session-store.ts'
import { describeBrowser, userAgentOf } from '../user-agent.ts'
import { bindBrowser, readBrowser } from './browser.ts'
import { CreateAnswer, CreateRequest, SignInAnswer } from './ceremony-schema.ts'
import { recoveryPage, voidRecoveryPage } from './page.ts'
import { RECOVERY_PATH } from './recovery.ts'
import { findRecovery } from './recovery-store.ts'
import { beginRegistration, finishRegistration, type Visitor } from './registration.ts'
import { passkeyName, relyingPartyOf } from './rules.ts'
import { beginSignIn, finishSignIn, PASSKEY_REFUSED } from './sign-in.ts'
import { hasPasskey, selectPasskeys } from './store.ts'

declare module 'fastify' {
  interface Session {
    /** The hash of the link of a recovery that was opened in this session. */
    recovery?: string
    /** The passkey with which the person has signed in, and when: seconds since 1970, with fractions. */
    passkey?: { readonly id: string; readonly at: number }
  }
}

/** What {@link passkeyPages} needs. */
export interface PasskeyPageParts {
  readonly database: Database
  /** Origin that people open. */
  readonly publicUrl: string
  /** The script, as HTML. */
  readonly script: string
  /** Whether the person of a session has signed in as strongly as changes of access need. */
  readonly isStrong: (request: FastifyRequest) => Promise<boolean>
  /** Ends the sign-in at a provider that the session has so far. */
  readonly endSignIn: (request: FastifyRequest) => Promise<void>
  /** Makes the page for signing in, after which the person comes to a path. */
  readonly signInPage: (redirect: string) => string
}

/** The calls and the pages, as a plugin. Forms of other origins have been refused before (`refuseForeignForms`). */
export const passkeyPages: FastifyPluginAsync<PasskeyPageParts> = async (scope, parts) => {
  addSignIn(scope, parts)
  addCreation(scope, parts)
  scope.get('/passkeys/sign-in', async ({ query }, reply) => {
    const { redirect } = query as Readonly<Record<string, unknown>>
    return await sendPage(reply, 200, parts.signInPage(safeRedirect(redirect)))
  })
  scope.get(RECOVERY_PATH, async ({ session, query }, reply) => {
    const { token } = query as Readonly<Record<string, unknown>>
    const isOpened = typeof token === 'string'
    const kept = isOpened ? keptOf(token) : session.recovery
    const user = kept && (await findRecovery(parts.database, Buffer.from(kept, 'base64url')))
    if (!kept || !user) return await sendPage(reply, 404, voidRecoveryPage())
    if (isOpened) {
      session.recovery = kept
      // The token does not stay in the address.
      return await reply.redirect(RECOVERY_PATH, 303)
    }
    const passkeys = await selectPasskeys(parts.database, user.userId)
    return await sendPage(reply, 200, recoveryPage(user.email, passkeys.length, parts.script))
  })
}

/** A page of the console, or the way back to a client for which the person signs in. */
function safeRedirect(redirect: unknown): string {
  const isKnown =
    typeof redirect === 'string' &&
    /^\/(?:console\/|oauth\/mcp\/signed-in\?token=[\w-]+$)/.test(redirect)
  return isKnown ? redirect : '/'
}

/** The answer of an authenticator has a few KB. */
const SMALL = { bodyLimit: 64 * 1_024 }

function addSignIn(scope: FastifyInstance, parts: PasskeyPageParts): void {
  const ceremony = ceremonyOf(parts)
  scope.post('/passkeys/sign-in/options', SMALL, async (request, reply) => {
    const browserHash = bindBrowser(request, reply, isHttps(parts))
    return await sendJson(reply, await beginSignIn(ceremony(request), browserHash))
  })
  scope.post<{ Body: Static<typeof SignInAnswer> }>(
    '/passkeys/sign-in',
    { ...SMALL, schema: { body: SignInAnswer } },
    async (request, reply) => {
      const browserHash = readBrowser(request, isHttps(parts))
      const response = request.body.response as AuthenticationResponseJSON
      const found = await finishSignIn(ceremony(request), browserHash, response)
      if (isRefusal(found)) return await sendRefusal(reply, found, 401)
      const { userId, passkeyId } = found
      if (await startSession(request, { userId, passkeyId }, parts)) {
        return await sendJson(reply, {})
      }
      return await sendRefusal(reply, PASSKEY_REFUSED, 401)
    },
  )
}

function addCreation(scope: FastifyInstance, parts: PasskeyPageParts): void {
  const ceremony = ceremonyOf(parts)
  scope.post<{ Body: Static<typeof CreateRequest> }>(
    '/passkeys/create/options',
    { ...SMALL, schema: { body: CreateRequest } },
    async (request, reply) => {
      const { reason, email, name } = request.body
      const own = visitorOf(request, bindBrowser(request, reply, isHttps(parts)))
      const visitor = { ...own, isStrong: async () => await parts.isStrong(request) }
      const options = await beginRegistration(ceremony(request), visitor, reason, { email, name })
      if (isRefusal(options)) return await sendRefusal(reply, options, 403)
      return await sendJson(reply, options)
    },
  )
  scope.post<{ Body: Static<typeof CreateAnswer> }>(
    '/passkeys/create',
    { ...SMALL, schema: { body: CreateAnswer } },
    async (request, reply) => {
      const { name, removeOthers = false } = request.body
      const response = request.body.response as RegistrationResponseJSON
      const visitor = visitorOf(request, readBrowser(request, isHttps(parts)))
      const choices = {
        name: passkeyName(name, describeBrowser(userAgentOf(request)) ?? 'Passkey'),
        removeOthers,
      }
      const created = await finishRegistration(ceremony(request), visitor, response, choices)
      if (isRefusal(created)) return await sendRefusal(reply, created, 403)
      const { userId, passkey, reason } = created
      const { passkeyId } = passkey
      // A person who is signed in stays signed in as before.
      const isIn =
        reason === 'account' || (await startSession(request, { userId, passkeyId }, parts))
      if (!isIn) return await sendRefusal(reply, PASSKEY_REFUSED, 403)
      return await sendJson(reply, { id: Number(passkeyId), name: passkey.name })
    },
  )
}

function ceremonyOf({ database, publicUrl }: PasskeyPageParts) {
  const relyingParty = relyingPartyOf(publicUrl)
  return ({ log }: FastifyRequest) => ({ database, relyingParty, log })
}

function isHttps({ publicUrl }: PasskeyPageParts): boolean {
  return publicUrl.startsWith('https:')
}

function visitorOf({ session }: FastifyRequest, browserHash: Buffer): Omit<Visitor, 'isStrong'> {
  const { user, firstOwner: owner, invitation, recovery } = session
  return {
    browserHash,
    userId: isUserId(user) ? user : undefined,
    sessionHash: hashSession(session.sessionId),
    links: { owner, invitation, recovery },
  }
}

/**
 * Gives a person a new session. Its id changes, so that somebody who knew the old one is not signed in too (session fixation). The links that
 * were opened stay, unless they were opened in the session of another person.
 *
 * @returns false if the passkey was removed meanwhile: nobody is signed in then
 */
async function startSession(
  request: FastifyRequest,
  { userId, passkeyId }: { readonly userId: string; readonly passkeyId: string },
  { database, endSignIn }: PasskeyPageParts,
): Promise<boolean> {
  const { user } = request.session
  await endSignIn(request)
  await request.session.regenerate(
    user === undefined || user === userId ? ['firstOwner', 'invitation'] : [],
  )
  request.session.user = userId
  request.session.passkey = { id: passkeyId, at: Date.now() / 1_000 }
  request.session.userAgent = userAgentOf(request)
  // A recovery locks the user, to whom the stored session refers. So it either finds this session and ends it, or has removed the passkey.
  await request.session.save()
  if (await hasPasskey(database, passkeyId)) return true
  await request.session.destroy()
  return false
}

async function sendJson(reply: FastifyReply, body: object): Promise<FastifyReply> {
  return await reply.header('cache-control', 'no-store').send(body)
}

/** A problem document (RFC 9457), as from the API. */
async function sendRefusal(
  reply: FastifyReply,
  { code, detail }: HubRefusal,
  status: number,
): Promise<FastifyReply> {
  const title = STATUS_CODES[status]
  reply.code(status).type('application/problem+json')
  return await sendJson(reply, { type: 'about:blank', title, status, detail, code })
}
