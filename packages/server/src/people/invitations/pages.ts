/** `/invitations`: people accept an invitation by its link. */
import type { Database } from '@entrepot/database'
import { getCustomers } from '@entrepot/marketplace'
import type { FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../../site/pages/forms.ts'
import { sendPage } from '../../site/pages/send-page.ts'
import { keptOf } from '../link-token.ts'
import { isUserId } from '../sessions/session-store.ts'
import { acceptByLink, findByLink, isAccepted } from './invitations.ts'
import { acceptedPage, acceptPage, invitedPage, voidPage } from './page.ts'
import { INVITATION_PATH } from './rules.ts'

declare module 'fastify' {
  interface Session {
    /** The hash of the link of an invitation that was opened in this session. */
    invitation?: string
  }
}

/** What {@link invitationPages} needs. */
export interface InvitationPageParts {
  readonly database: Database
  /** Makes the page for people who are not signed in, after which they come back to a path. */
  readonly signInPage: (redirect: string, introduction: string, email: string) => string
}

/**
 * The page of a link and the target of its form, as a plugin. The link is kept in the session of the browser that opened it, so that it proves
 * the address of whoever signs in there, and the user comes from that session only. Forms of other origins have been refused before
 * (`refuseForeignForms`), so that no other page accepts an invitation for a person.
 */
export const invitationPages: FastifyPluginAsync<InvitationPageParts> = async (
  scope,
  { database, signInPage },
) => {
  acceptForms(scope)
  scope.get(INVITATION_PATH, async ({ session, query }, reply) => {
    const { token } = query as Readonly<Record<string, unknown>>
    const isOpened = typeof token === 'string'
    const kept = isOpened ? keptOf(token) : session.invitation
    const invitation = await findByLink(database, kept)
    const { user } = session
    const mayBeAccepted = !isOpened && invitation === undefined && isUserId(user)
    if (mayBeAccepted && (await isAccepted(database, user, kept))) {
      // The sign-in has accepted it by the address.
      delete session.invitation
      return await sendPage(reply, 200, acceptedPage())
    }
    if (kept === undefined || invitation === undefined)
      return await sendPage(reply, 404, voidPage())
    if (isOpened) {
      session.invitation = kept
      // The token does not stay in the address.
      return await reply.redirect(INVITATION_PATH, 303)
    }
    const [customer] = await getCustomers(database, [invitation.customerId])
    const name = customer?.name ?? ''
    if (isUserId(user)) return await sendPage(reply, 200, acceptPage(invitation, name, kept))
    const introduction = invitedPage(invitation, name)
    const page = signInPage(INVITATION_PATH, introduction, invitation.email)
    return await sendPage(reply, 401, page)
  })
  scope.post(INVITATION_PATH, async ({ session, body }, reply) => {
    const form = body instanceof URLSearchParams ? body : new URLSearchParams()
    // Pages of nodes of the previous release have the token itself.
    const shown = form.get('invitation') ?? keptOf(form.get('token') ?? '')
    const { user, invitation } = session
    // Another link may have been opened in another window since the page was shown.
    const isShown = form.has('token') || shown === invitation
    const isDone = isShown && isUserId(user) && (await acceptByLink(database, user, shown))
    if (isDone) delete session.invitation
    return await sendPage(reply, isDone ? 200 : 404, isDone ? acceptedPage() : voidPage())
  })
}
