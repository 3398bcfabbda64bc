/** The start page: how to sign in, or who is signed in. Pure. */
import type { OAuthUser } from '@entrepot/oauth'
import { html } from 'ghtml'
import { type CreateForm, createForm, signInForm } from '../../people/passkeys/page.ts'
import { page } from '../../site/pages/layout.ts'
import type { ProviderChoice } from './providers.ts'

/** The error of a failed sign-in, from the parameters that the plugin adds to the URL. */
export interface Failure {
  readonly error: string
  readonly reason: string | undefined
  /** By which the operator finds the line of this sign-in in the log. */
  readonly reference?: string | undefined
}

/** What {@link signInPage} shows. */
export interface SignInContent {
  readonly providers: readonly ProviderChoice[]
  /** The script of passkeys, as HTML; undefined in a hub without them. */
  readonly passkeys: string | undefined
  readonly contact: string | undefined
  readonly failure?: Failure | undefined
  /** The page of the hub that is shown after the sign-in. */
  readonly redirect?: string | undefined
  /** HTML: why the person is to sign in. */
  readonly introduction?: string
  /** For whom the person may create a passkey. */
  readonly create?: CreateForm | undefined
}

/** The page for people who are not signed in. */
export function signInPage(content: SignInContent): string {
  const { passkeys, contact, failure, redirect = '/', introduction = '', create } = content
  const choices = providerList(content)
  const creation = passkeys && create ? createForm(create) : ''
  const passkey = passkeys ? signInForm(redirect, creation === '' && choices === '') : ''
  const others = [choices, passkey].filter(Boolean).join('\n')
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
!${introduction}
!${alertOf(failure, contact)}
!${creation}
!${creation && html`<section><h2>If you have signed in here before</h2></section>`}
!${others || NOT_SET_UP}
!${passkeys && creation === '' ? helpOf(contact) : ''}
!${passkeys ?? ''}`,
  )
}

function helpOf(contact: string | undefined): string {
  const ask = contact ?? 'the operator of this hub'
  return html`<p>You have no passkey yet? Open the link of your invitation. If you have lost yours, ask ${ask} for a link to get back in.</p>`
}

function providerList({ providers, failure, redirect }: SignInContent): string {
  if (providers.length === 0) return ''
  const [query, verb] = nextSignIn(failure)
  const parameters = new URLSearchParams({ ...query, ...(redirect && { redirect }) })
  const suffix = parameters.size === 0 ? '' : `?${parameters}`
  const choices = providers.map(
    ({ name, label }) =>
      html`<li><a class="button" href="/oauth/${name}/login${suffix}">${verb} with ${label}</a></li>`,
  )
  return html`<ul>!${choices}</ul>`
}

/** How the links ask the provider: otherwise it would give the same answer again, where the person is signed in. */
function nextSignIn(
  failure: Failure | undefined,
): readonly [query: Readonly<Record<string, string>>, verb: string] {
  if (failure === undefined) return [{}, 'Sign in']
  if (reasonOf(failure, REFUSED_PERSONS) !== undefined)
    return [{ prompt: 'select_account' }, 'Sign in as another person']
  return [reasonOf(failure, [WEAK]) === undefined ? {} : { prompt: 'login' }, 'Sign in']
}

function alertOf(failure: Failure | undefined, contact: string | undefined): string {
  return failure === undefined
    ? ''
    : html`<p role="alert">${explain(failure, contact)}</p>!${referenceOf(failure)}`
}

const NOT_SET_UP = html`<p>Nobody can sign in yet, because neither passkeys nor an identity provider are set up. The operator of this hub can do so in
<code>entrepot.yaml</code>, as described in <code>docs/guides/sign-in.md</code>. The API works without it.</p>`

/** The page of a hub without sign-in. */
export function noSignInPage(): string {
  return page('Sign in', html`<h1>Sign in</h1>!${NOT_SET_UP}`)
}

/** Where a signed-in person can go. */
export interface Destinations {
  /** The page with the clients that act for the person; undefined if MCP is not enabled. */
  readonly clients: string | undefined
  /** The console; undefined for a person who is no member of a customer. */
  readonly console: string | undefined
  /** Why the person could not sign in again, if they came back from a stronger sign-in. */
  readonly failure?: Failure | undefined
  /** Who helps then. */
  readonly contact?: string | undefined
}

/** Who is signed in. */
export interface SignedIn {
  readonly name: string | null | undefined
  readonly email: string | undefined
  /** The name of the account at the provider, for one without an address. */
  readonly username?: string
  /** With what the person has signed in. */
  readonly means: string
}

/** The person of a provider. */
export function signedInBy(
  { name, email, username, metadata }: OAuthUser,
  providers: readonly ProviderChoice[],
): SignedIn {
  const provider = providers.find((choice) => choice.name === metadata.oauthProvider)
  return { name, email, username, means: provider?.label ?? metadata.oauthProvider }
}

/** The page for a person who is signed in. */
export function signedInPage({ name, email, username, means }: SignedIn, to: Destinations): string {
  const who = name ?? email ?? username ?? ''
  return page(
    'Signed in',
    html`<h1>You are signed in as ${who}</h1>
!${alertOf(to.failure, to.contact)}
<dl>
<dt>Name</dt><dd>${name ?? 'not given'}</dd>
<dt>Email</dt><dd>${email ?? 'not given'}</dd>
<dt>Signed in with</dt><dd>${means}</dd>
</dl>
!${to.console ? html`<p><a class="button" href="${to.console}">Open the console</a></p>` : NOT_A_MEMBER}
!${to.clients ? html`<p><a href="${to.clients}">Clients that act for you</a></p>` : ''}
<form method="post" action="/oauth/logout"><button class="button quiet">Sign out</button></form>`,
  )
}

const NOT_A_MEMBER = html`<p>You cannot see the orders of a shop yet. Ask an owner of the shop to invite you by your email address.</p>`

const TRY_AGAIN = 'Please sign in again.'

/** Texts for the failures with a specific next step. All others share one text. */
const EXPLANATIONS: Readonly<Record<string, (ask: string) => string>> = {
  not_a_user: (ask) => `You are not a user of this hub yet. Ask ${ask} to add your email address.`,
  no_email: (ask) =>
    `Your identity provider gave no email address, so this hub cannot tell who you are. Ask ${ask} to connect your account.`,
  email_not_verified: (ask) =>
    `Your identity provider says that your email address is not verified. Verify it there and sign in again, or ask ${ask}.`,
  email_not_confirmed: (ask) =>
    `Your identity provider does not say whether your email address is verified. If you were invited, open the link of the invitation in this browser, and sign in again. Otherwise ask ${ask} to connect your account.`,
  other_account: (ask) =>
    `The user with your email address signs in with another account at this provider. Use that account, or ask ${ask}.`,
  groups_unknown: (ask) =>
    `Your identity provider did not say in which groups you are, on which your rights here depend. Try again in a few minutes. If it still fails, ask ${ask}: you may be in too many groups for the sign-in.`,
  user_mapping: (ask) =>
    `Your identity provider sent no email address. Add one there and sign in again, or ask ${ask}.`,
  access_denied: () => `You did not sign in at the identity provider. ${TRY_AGAIN}`,
  csrf: () => `The sign-in was started in another browser, or took too long. ${TRY_AGAIN}`,
  session_expired: () => `The sign-in took too long. ${TRY_AGAIN}`,
  authorization_request: (ask) =>
    `The identity provider refused the request of this hub to sign you in. Trying again does not help: ask ${ask}. The reason is in the log of the hub.`,
  unmet_authentication_requirements: (ask) =>
    `This needs a stronger sign-in, such as one with a second factor, or a more recent one. Sign in again and confirm it as your identity provider asks. If it does not ask for more, ask ${ask}.`,
  authentication_not_stated: (ask) =>
    `This needs a strong or recent sign-in, and your identity provider does not say how or when you signed in. Signing in again does not help: ask ${ask} to let the provider send it.`,
  provider_unavailable: (ask) =>
    `The identity provider cannot be reached at the moment. Try again in a few minutes. If it still fails, ask ${ask}.`,
}

/** A sign-in that was too weak or too long ago. */
export const WEAK = 'unmet_authentication_requirements'

/** Failures that the same person would meet again. */
const REFUSED_PERSONS: readonly string[] = [
  'not_a_user',
  'no_email',
  'email_not_verified',
  'email_not_confirmed',
  'other_account',
  'user_mapping',
]

/** The reason, or else the error, if it is one of these. */
function reasonOf({ error, reason }: Failure, codes: readonly string[]): string | undefined {
  return [reason, error].find((code) => code !== undefined && codes.includes(code))
}

function referenceOf({ reference }: Failure): string {
  return reference === undefined
    ? ''
    : html`<p>Give this reference, by which your sign-in is found in the log: <strong>${reference}</strong></p>`
}

function explain(failure: Failure, contact: string | undefined): string {
  const ask = contact ?? 'the operator of this hub'
  const known = reasonOf(failure, Object.keys(EXPLANATIONS))
  if (known !== undefined) return EXPLANATIONS[known]?.(ask) ?? ''
  return `The sign-in failed. Try again. If it fails again, ask ${ask}; the reason is in the log of the hub.`
}
