/** What `/` shows: how to sign in, or who is signed in. Pure. */
import type { OAuthUser } from '@entrepot/oauth'
import { html } from 'ghtml'
import { page } from '../pages/layout.ts'
import type { ProviderChoice } from './providers.ts'

/** How a sign-in ended that gave no session, as the plugin says it in the URL. */
export interface Failure {
  readonly error: string
  readonly reason: string | undefined
}

/** The page for people who are not signed in. */
export function signInPage(
  providers: readonly ProviderChoice[],
  contact: string | undefined,
  failure: Failure | undefined,
): string {
  const choices = providers.map(
    ({ name, label }) =>
      html`<li><a class="button" href="/oauth/${name}/login">Sign in with ${label}</a></li>`,
  )
  const alert = failure && html`<p role="alert">${explain(failure, contact)}</p>`
  return page(
    'Sign in',
    html`<h2>Sign in</h2>
!${alert}
!${choices.length > 0 ? html`<ul>!${choices}</ul>` : NOT_SET_UP}`,
  )
}

const NOT_SET_UP = html`<p>Nobody can sign in yet: no identity provider is set up. Whoever runs this hub adds one to
<code>entrepot.yaml</code>; the guide is <code>docs/guides/sign-in.md</code>. The API works without.</p>`

/** The page where no sign-in is configured. */
export function noSignInPage(): string {
  return page('Sign in', html`<h2>Sign in</h2>!${NOT_SET_UP}`)
}

/**
 * The page for somebody who is signed in.
 *
 * @param clientsPath where they see the clients that act for them; undefined while no agents are let in
 */
export function signedInPage(
  person: OAuthUser,
  providers: readonly ProviderChoice[],
  clientsPath: string | undefined,
): string {
  const { name, email, metadata } = person
  const provider = providers.find((choice) => choice.name === metadata.oauthProvider)
  const who = name ?? email ?? person.username
  return page(
    'Signed in',
    html`<h2>You are signed in as ${who}</h2>
<dl>
<dt>Name</dt><dd>${name ?? 'not given'}</dd>
<dt>Email</dt><dd>${email ?? 'not given'}</dd>
<dt>Signed in with</dt><dd>${provider?.label ?? metadata.oauthProvider}</dd>
</dl>
!${clientsPath ? html`<p><a href="${clientsPath}">Clients that act for you</a></p>` : ''}
<form method="post" action="/oauth/logout"><button class="button quiet">Sign out</button></form>`,
  )
}

const TRY_AGAIN = 'Please sign in again.'

/** In words, each failure that has a next step of its own; the rest share one. */
const EXPLANATIONS: Readonly<Record<string, (ask: string) => string>> = {
  not_a_user: (ask) => `You are not a user of this hub yet. Ask ${ask} to add your email address.`,
  email_not_verified: (ask) =>
    `Your identity provider does not say that your email address is yours. Verify it there and sign in again, or ask ${ask}.`,
  other_account: (ask) =>
    `The user with your email address signs in with another account of this provider. Sign in with that one, or ask ${ask}.`,
  user_mapping: (ask) =>
    `Your identity provider gave no email address. Add one there and sign in again, or ask ${ask}.`,
  access_denied: () => `You did not sign in at the identity provider. ${TRY_AGAIN}`,
  csrf: () => `The sign-in was begun in another browser, or took too long. ${TRY_AGAIN}`,
  session_expired: () => `The sign-in took too long. ${TRY_AGAIN}`,
  provider_unavailable: (ask) =>
    `The identity provider cannot be reached at the moment. Try again in a few minutes; if it stays so, ask ${ask}.`,
}

function explain({ error, reason }: Failure, contact: string | undefined): string {
  const ask = contact ?? 'whoever runs this hub'
  const known = [reason, error].find(
    (code) => code !== undefined && Object.hasOwn(EXPLANATIONS, code),
  )
  if (known !== undefined) return EXPLANATIONS[known]?.(ask) ?? ''
  return `You could not be signed in. Try again; if it fails again, ask ${ask}: the log of the hub says why.`
}
