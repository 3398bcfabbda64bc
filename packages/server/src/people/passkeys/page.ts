/** The forms and pages of passkeys. Pure. */
import { html } from 'ghtml'
import { messagePage, page } from '../../site/pages/layout.ts'
import { VALID_HOURS } from './recovery.ts'
import type { Reason } from './rules.ts'

/** A form that the script sends, with its message of failure. */
const form = (kind: 'sign-in' | 'create', next: string, content: string) =>
  html`<form method="post" action="/passkeys/no-script" data-passkey="${kind}" data-next="${next}">
!${content}
<p role="alert" hidden></p>
<noscript><p>Passkeys need JavaScript: allow it for this page.</p></noscript>
</form>`

/** The button with which a person signs in, and comes to a page. */
export function signInForm(next: string, isMain: boolean): string {
  const look = isMain ? 'button' : 'button quiet'
  return form('sign-in', next, html`<button class="${look}">Sign in with a passkey</button>`)
}

/** With what a person creates the first passkey. */
export interface CreateForm {
  readonly reason: Exclude<Reason, 'account'>
  /** The page that is shown next. */
  readonly next: string
  /** The address, if the person does not choose it. */
  readonly email?: string | undefined
}

/** The form of a person who has opened a link. */
export function createForm({ reason, next, email }: CreateForm): string {
  const address =
    email === undefined
      ? html`<p><label for="passkey-email">Email address</label><br>
<input id="passkey-email" name="email" type="email" required maxlength="254" autocomplete="email"></p>`
      : html`<p>Email address: <strong>${email}</strong></p>`
  const fields = html`<input type="hidden" name="reason" value="${reason}">
!${address}
<p><label for="passkey-name">Your name</label><br>
<input id="passkey-name" name="name" maxlength="200" autocomplete="name"></p>
<button class="button">Create a passkey</button>`
  return html`<p>${WHAT}</p>
!${form('create', next, fields)}`
}

const WHAT =
  'A passkey signs you in without a password. Your device or your password manager keeps it, and asks for your fingerprint, your face or the code of the device.'

/**
 * The page of a link with which a person gets back in.
 *
 * @param script as HTML
 */
export function recoveryPage(email: string, passkeys: number, script: string): string {
  const others =
    passkeys === 0
      ? ''
      : html`<p><label><input type="checkbox" name="removeOthers" value="yes" checked>
Remove the passkeys that I had (${passkeys}), so that nobody else can use them.</label></p>`
  const fields = html`<input type="hidden" name="reason" value="recovery">
!${others}
<button class="button">Create a new passkey</button>`
  return page(
    'Get back in',
    html`<h1>Get back in as ${email}</h1>
<p>${WHAT}</p>
<p>When the passkey is created, this link is used up, and you are signed out everywhere else. Agents that act for you keep their
access: you can end it in the console.</p>
!${form('create', '/', fields)}
!${script}`,
  )
}

/** The page for a link that does not work. */
export function voidRecoveryPage(): string {
  return messagePage(
    'This link does not work',
    `It was used or replaced, is older than ${VALID_HOURS} hours, or was opened in another browser. The operator of the hub makes another one with: entrepot users recover <address>.`,
  )
}
