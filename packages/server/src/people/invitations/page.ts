/** The page that accepts an invitation. Pure. */
import { html } from 'ghtml'
import { page } from '../../site/pages/layout.ts'
import { INVITATION_PATH } from './rules.ts'
import type { Invitation } from './store.ts'

/**
 * The page for a signed-in person with an open invitation.
 *
 * @param kept what the session keeps of the link that the page shows
 */
export function acceptPage(
  { role, email }: Pick<Invitation, 'role' | 'email'>,
  customer: string,
  kept: string,
): string {
  return page(
    'Invitation',
    html`<h1>Invitation to ${customer}</h1>
<p>You are invited to act for ${customer} as ${role}. The invitation was made for ${email}.</p>
<form method="post" action="${INVITATION_PATH}">
<input type="hidden" name="invitation" value="${kept}">
<button class="button">Accept</button>
</form>`,
  )
}

/** The page after an invitation was accepted. */
export function acceptedPage(): string {
  const title = 'Invitation accepted'
  return page(
    title,
    html`<h1>${title}</h1>
<p>You are a member of the team now.</p>
<p><a class="button" href="/console/">Open the console</a></p>`,
  )
}

/** What the page for signing in says before. Contains HTML. */
export function invitedPage({ email }: Pick<Invitation, 'email'>, customer: string): string {
  return html`<p>You are invited to act for ${customer}. The invitation was made for ${email}: sign in as this person.</p>`
}

/** The page for a link that is void. */
export function voidPage(): string {
  const title = 'This invitation is not valid'
  return page(
    title,
    html`<h1>${title}</h1>
<p>The link was used, replaced or revoked, is older than seven days, or the person who sent it is no longer an owner.
Ask an owner for another one.</p>
<p>If you are a member already: <a href="/console/">open the console</a></p>`,
  )
}
