/** `/invitations`: people accept an invitation by its link. */
import type { Database } from '@entrepot/database'
import { getCustomers } from '@entrepot/marketplace'
import type { FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../../site/pages/forms.ts'
import { sendPage } from '../../site/pages/send-page.ts'
import { isUserId } from '../sessions/session-store.ts'
import { acceptByToken, findByLink } from './invitations.ts'
import { acceptedPage, acceptPage, signInFirstPage, voidPage } from './page.ts'
import { INVITATION_PATH } from './rules.ts'

/** What {@link invitationPages} needs. */
export interface InvitationPageParts {
  readonly database: Database
}

/**
 * The page of a link and the target of its form, as a plugin. The user comes from the session only. Forms of other origins have been refused
 * before (`refuseForeignForms`), so that no other page accepts an invitation for a person.
 */
export const invitationPages: FastifyPluginAsync<InvitationPageParts> = async (
  scope,
  { database },
) => {
  acceptForms(scope)
  scope.get(INVITATION_PATH, async ({ session, query }, reply) => {
    const { token } = query as Readonly<Record<string, unknown>>
    const text = typeof token === 'string' ? token : ''
    const invitation = await findByLink(database, text)
    if (invitation === undefined) return await sendPage(reply, 404, voidPage())
    if (!isUserId(session.user)) return await sendPage(reply, 401, signInFirstPage())
    const [customer] = await getCustomers(database, [invitation.customerId])
    const name = customer?.name ?? ''
    return await sendPage(reply, 200, acceptPage(invitation, name, text))
  })
  scope.post(INVITATION_PATH, async ({ session, body }, reply) => {
    if (!isUserId(session.user)) return await sendPage(reply, 401, signInFirstPage())
    const token = body instanceof URLSearchParams ? (body.get('token') ?? '') : ''
    const isAccepted = await acceptByToken(database, session.user, token)
    return await sendPage(reply, isAccepted ? 200 : 404, isAccepted ? acceptedPage() : voidPage())
  })
}
