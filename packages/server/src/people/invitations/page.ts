/** The page that accepts an invitation. Pure. */
import { html } from 'ghtml'
import { messagePage, page } from '../../site/pages/layout.ts'
import { INVITATION_PATH } from './rules.ts'
import type { Invitation } from './store.ts'

/** The page for a signed-in person with an open invitation. */
export function acceptPage(
  { role, email }: Pick<Invitation, 'role' | 'email'>,
  customer: string,
  token: string,
): string {
  return page(
    'Invitation',
    html`<h1>Invitation to ${customer}</h1>
<p>You are invited to act for ${customer} as ${role}. The invitation was made for ${email}.</p>
<form method="post" action="${INVITATION_PATH}">
<input type="hidden" name="token" value="${token}">
<button class="button">Accept</button>
</form>`,
  )
}

/** The page after an invitation was accepted. */
export function acceptedPage(): string {
  return messagePage('Invitation accepted', 'You are a member of the customer now.')
}

/** The page for people who are not signed in. */
export function signInFirstPage(): string {
  return page(
    'Invitation',
    html`<h1>You are invited</h1>
<p>Sign in with the address that was invited. If you use another address, open this link again afterwards.</p>
<p><a class="button" href="/">Sign in</a></p>`,
  )
}

/** The page for a link that is void. */
export function voidPage(): string {
  return messagePage(
    'This invitation is not valid',
    'The link was used, replaced or revoked, is older than seven days, or the person who sent it is no longer an owner. Ask an owner for another one.',
  )
}
