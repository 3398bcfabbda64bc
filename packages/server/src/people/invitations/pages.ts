/** `/invitations`: people accept an invitation by its link. */
import type { Database } from '@entrepot/database'
import { getCustomers } from '@entrepot/marketplace'
import type { FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../../site/pages/forms.ts'
import { sendPage } from '../../site/pages/send-page.ts'
import { isUserId } from '../sessions/session-store.ts'
import { acceptByLink, findByLink, keptOf } from './invitations.ts'
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
  readonly signInPage: (redirect: string, introduction: string) => string
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
    if (kept === undefined || invitation === undefined)
      return await sendPage(reply, 404, voidPage())
    if (isOpened) {
      session.invitation = kept
      // The token does not stay in the address.
      return await reply.redirect(INVITATION_PATH, 303)
    }
    const [customer] = await getCustomers(database, [invitation.customerId])
    const name = customer?.name ?? ''
    if (isUserId(session.user)) return await sendPage(reply, 200, acceptPage(invitation, name))
    const page = signInPage(INVITATION_PATH, invitedPage(invitation, name))
    return await sendPage(reply, 401, page)
  })
  scope.post(INVITATION_PATH, async ({ session, body }, reply) => {
    // Nodes of the previous release, and pages that they have sent, keep the token in the form.
    const token = body instanceof URLSearchParams ? body.get('token') : null
    const { user, invitation: kept = keptOf(token ?? '') } = session
    const isAccepted = isUserId(user) && (await acceptByLink(database, user, kept))
    if (isAccepted) delete session.invitation
    return await sendPage(reply, isAccepted ? 200 : 404, isAccepted ? acceptedPage() : voidPage())
  })
}
