/** The texts of the pages: their names, their defaults, and how they are filled in. Pure. */
import { html } from 'ghtml'

/** The texts by their names (`docs/pages.md`). `{name}` stands for a value; a text can use the values of its default only. */
export const DEFAULT_TEXTS = {
  allowTitle: 'Allow {client}?',
  signInTitle: 'Sign in for {client}',
  introduction:
    'An application asks for access to {resource} on your behalf. Allow it only if you have just started this yourself.',
  application: 'Application',
  publishedBy: 'Published by',
  identity: 'Identity',
  website: 'Website',
  policy: 'Privacy policy',
  terms: 'Terms of service',
  redirectsTo: 'Redirects to',
  notVerified: 'not verified',
  nameNotVerified: 'name not verified',
  selfRegistered: 'not verified: the application registered itself',
  setUpByOperator: 'set up by the operator of this server',
  programWarning:
    'Access goes to a program on your own computer. Any program there can use the name {client}. Allow it only if you have just started it.',
  appWarning:
    'Access goes to an app on this device that opens {scheme} links. Another app can open them too. Allow it only if you have just started it.',
  startedAt: 'Started on another device, at',
  anotherDevice: 'an unknown address',
  deviceWarning:
    'Access goes to another device, on which this was started. Allow it only if you have started it yourself, just now. If somebody has sent you the code or the link, deny it: they would get your access.',
  deviceTitle: 'Connect a device',
  deviceIntroduction:
    'Enter the code that a program or a device shows, if you have started it yourself. Never enter a code that somebody has sent you.',
  deviceCode: 'Code',
  deviceUnknown:
    'This code is not known, was used, or has expired. Check it, or start again on the device.',
  deviceLocked: 'Too many codes were entered. Wait {seconds} seconds, then try again.',
  deviceDone: 'The device is connected. You can close this page.',
  deviceFailed: 'The device was not connected. Start again on the device.',
  signInNext:
    'You sign in after this page, unless you are signed in with your provider already. The application gets the access of that account.',
  signedInAs: 'You are signed in as {account} with {provider}.',
  switchAccount: 'Not you?',
  accountTitle: 'Which account may {client} use?',
  account: 'Account',
  allAccounts: 'All of these, and those that you get later',
  onlyAccount: 'It can act for {account} only.',
  accountProblem:
    'Nothing was allowed yet: no account was chosen, or your accounts have changed. Check this page and decide again.',
  permissions: 'What it may do',
  noPermissions: 'It asks for no specific permissions.',
  withheld: 'It also asks for this, but this application or your account may not have it:',
  stayConnected: 'Stay connected while you are away',
  actsUntil:
    'It can act for you until {date}, or until you take it back. Without this, it can act for you for {duration}.',
  actsFor: 'It can act for you for {duration}.',
  unknownPermission: 'Permission',
  allow: 'Allow',
  allowWith: 'Allow and sign in with {provider}',
  deny: 'Deny',
  continue: 'Continue',
  continueWith: 'Continue and sign in with {provider}',
  cancel: 'Cancel',
  invalidTitle: 'This request is not valid',
  invalid: 'An application sent you here with a request that is not valid: {reason}',
  unusableClient: 'it describes itself in a way that cannot be used.',
  goBack: 'Go back to {host}',
  nothingAllowed: 'Nothing was allowed. You can close this page.',
  expiredTitle: 'This page has expired',
  expired:
    'The page was used already, is older than ten minutes, or was opened in another browser. Start again from the application.',
  tooManyTitle: 'Too many sign-ins',
  tooMany:
    'Too many sign-ins were started from your network within a minute. Wait {seconds} seconds, then reload this page.',
} as const

/** The name of a text. */
export type TextName = keyof typeof DEFAULT_TEXTS

/** All texts. */
export type Texts = Readonly<Record<TextName, string>>

/** The names of the values that a text uses. */
export function valuesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/\{(\w*)\}/g), ([, name = '']) => name)
}

/** A text with its values. A value is not searched for further ones: it can be the name of a client, which is anybody's text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/**
 * A text as HTML.
 *
 * @param values HTML, made by `html` of ghtml
 */
export function fillHtml(text: string, values: Readonly<Record<string, string>>): string {
  const parts = text.split(/\{(\w+)\}/)
  return parts
    .map((part, index) => (index % 2 === 0 ? html`${part}` : (values[part] ?? '')))
    .join('')
}
