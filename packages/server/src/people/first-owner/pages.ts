/** `/owner`: the first owner of a hub signs in by a link. */
import type { Database } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import type { FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../../site/pages/forms.ts'
import { sendPage } from '../../site/pages/send-page.ts'
import { keptOf } from '../link-token.ts'
import { isUserId } from '../sessions/session-store.ts'
import { becomeOwner, FIRST_OWNER_PATH, firstCustomer, mayBecomeOwner } from './first-owner.ts'
import { firstCustomerPage, ownerPage, type Typed, voidOwnerPage } from './page.ts'

declare module 'fastify' {
  interface Session {
    /** The hash of the link of a first owner that was opened in this session. */
    firstOwner?: string
  }
}

/** What {@link firstOwnerPages} needs. */
export interface FirstOwnerParts {
  readonly database: Database
  /** Makes the page for people who are not signed in, after which they come back to a path. */
  readonly signInPage: (redirect: string) => string
}

const NOTHING: Typed = { name: '', currency: 'EUR', vat: '21' }

/**
 * The page of a link and the target of its form, as a plugin. The link is kept in the session of the browser that opened it, and the user
 * comes from that session only. Forms of other origins have been refused before (`refuseForeignForms`).
 */
export const firstOwnerPages: FastifyPluginAsync<FirstOwnerParts> = async (
  scope,
  { database, signInPage },
) => {
  acceptForms(scope)
  scope.get(FIRST_OWNER_PATH, async ({ session, query }, reply) => {
    const { token } = query as Readonly<Record<string, unknown>>
    if (typeof token === 'string') {
      const kept = keptOf(token)
      if (kept === undefined || !(await mayBecomeOwner(database, kept))) {
        return await sendPage(reply, 404, voidOwnerPage())
      }
      session.firstOwner = kept
      // The token does not stay in the address.
      return await reply.redirect(FIRST_OWNER_PATH, 303)
    }
    if (!(await mayBecomeOwner(database, session.firstOwner))) {
      return await sendPage(reply, 404, voidOwnerPage())
    }
    if (!isUserId(session.user)) {
      return await sendPage(reply, 401, signInPage(FIRST_OWNER_PATH))
    }
    const customer = await firstCustomer(database)
    const page = customer ? ownerPage(customer.name) : firstCustomerPage(NOTHING)
    return await sendPage(reply, 200, page)
  })
  scope.post(FIRST_OWNER_PATH, async ({ session, body }, reply) => {
    const { firstOwner: kept, user } = session
    if (kept === undefined || !isUserId(user)) return await sendPage(reply, 404, voidOwnerPage())
    const typed = typedOf(body)
    const outcome = await becomeOwner(database, kept, user, {
      name: typed.name.trim(),
      baseCurrency: typed.currency.trim().toUpperCase(),
      defaultVatRate: Number(typed.vat.replace(',', '.')),
    })
    if (outcome === undefined) return await sendPage(reply, 404, voidOwnerPage())
    if (isRefusal(outcome)) return await sendPage(reply, 400, firstCustomerPage(typed, outcome))
    return await reply.redirect('/console/', 303)
  })
}

function typedOf(body: unknown): Typed {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const text = (name: keyof Typed) => form.get(name) ?? ''
  return { name: text('name'), currency: text('currency'), vat: text('vat') }
}
