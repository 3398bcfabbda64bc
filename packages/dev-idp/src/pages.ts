/** The pages of the provider: plain HTML without JavaScript and without external resources. */
import { createHash } from 'node:crypto'
import { html } from 'ghtml'
import type { Person } from './people.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 34rem; padding: 1rem }
header { background: #8a4b00; border-radius: .5rem; color: #fff; padding: .5rem 1rem }
h1 { font-size: 1.5rem; margin: 1.5rem 0 .5rem }
ul { list-style: none; margin: 0; padding: 0 }
li { margin: .5rem 0 }
button { background: transparent; border: 1px solid #8886; border-radius: .5rem; color: inherit; cursor: pointer;
  font: inherit; padding: .6rem 1rem; text-align: left; width: 100% }
button:hover, button:focus-visible { border-color: #d07a00; outline: 2px solid #d07a00 }
button strong { display: block }
dt { font-weight: 600 }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * The Content-Security-Policy of every page. It does not contain `form-action`, because browsers apply it to all redirects after a form,
 * and these can lead to any client of the application, such as `https://agent.example/callback` or `cursor://callback`. The pages contain
 * no other forms than those of this file.
 */
export const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const NOTICE = html`<header><strong>For development only.</strong> Everyone who can open this page can sign in as anyone.
The provider is reachable from this machine only, and does not run in production.</header>`

/** Adds the notice to a page of oidc-provider. */
export function adaptPage(page: string): string {
  if (page.includes(NOTICE)) return page
  return continuePage(page) ?? page.replace('<body>', `<body>\n${NOTICE}`)
}

/**
 * Replaces a page of oidc-provider whose form is submitted by a script with a page that has a button. The policy allows no scripts, and
 * the page shows its own button only in browsers without JavaScript. oidc-provider sends such pages at the end of a session that it no
 * longer has, and for `response_mode=form_post`. Undefined for other pages.
 */
function continuePage(page: string): string | undefined {
  const form = /<form method="post"[^>]*>(?:\s*<input type="hidden"[^>]*>)*(?=\s*<noscript>)/.exec(
    page,
  )
  if (form === null) return undefined
  return layout('Continue', html`!${form[0]}<button>Continue</button></form>`)
}

/** A whole page. `body` is markup. */
function layout(title: string, body: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - development identity provider</title>
<style>!${STYLE}</style>
</head>
<body>
!${NOTICE}
<main>
<h1>${title}</h1>
!${body}
</main>
</body>
</html>
`
}

/** The page at `/`: the settings for applications. */
export function homePage(issuer: string, people: readonly Person[]): string {
  return layout(
    'Development identity provider',
    html`<p>A local OpenID provider for applications on this machine. You do not need to do anything on this page.</p>
<dl>
<dt>Issuer</dt><dd>${issuer}</dd>
<dt>Discovery</dt><dd><a href="/.well-known/openid-configuration">${issuer}/.well-known/openid-configuration</a></dd>
<dt>Sample people</dt><dd>${people.map((person) => person.name).join(', ')}</dd>
</dl>`,
  )
}

/** The sign-in page, with a button for each person, and one that cancels. */
export function signInPage(
  client: string,
  people: readonly Person[],
  action: string,
  acr: string,
): string {
  const choices = people.map(
    (person) => html`<li><button name="person" value="${person.sub}">
<strong>${person.name}</strong> ${describeEmail(person)}
</button></li>`,
  )
  return layout(
    'Sign in',
    html`<p>Choose who signs in to <strong>${client}</strong>.!${acr === 'pwd' ? '' : html` The application asks for a stronger sign-in (<code>${acr}</code>). Here, a click counts as one.`}</p>
<form method="post" action="${action}">
<ul>
!${choices}
<li><button name="refuse" value="yes">Do not sign in</button></li>
</ul>
</form>`,
  )
}

function describeEmail({ email, emailVerified }: Person): string {
  if (email === undefined) return 'no email'
  if (emailVerified === undefined) return `${email}, verification not stated`
  return `${email}, ${emailVerified ? 'verified' : 'not verified'}`
}

/** Asks whether to sign out; `form` is oidc-provider's own markup, with the id `op.logoutForm`. */
export function signOutPage(form: string): string {
  return layout(
    'Sign out',
    html`<p>Sign out of the development identity provider too, or of the application only?</p>
!${form}
<ul>
<li><button form="op.logoutForm" name="logout" value="yes">Sign out of both</button></li>
<li><button form="op.logoutForm">Stay signed in here</button></li>
</ul>`,
  )
}

/** The page after signing out, if the application has not given a redirect URI. */
export function signedOutPage(): string {
  return layout('Signed out', html`<p>You are signed out. You may close this page.</p>`)
}

/** An error page, with the parameters of RFC 6749. */
export function errorPage(out: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(out).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`,
  )
  return layout('The request failed', html`<dl>!${rows}</dl>`)
}
