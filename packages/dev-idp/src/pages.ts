/** The pages of the provider: plain HTML that works without JavaScript and loads nothing from elsewhere. */
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

/**
 * The Content-Security-Policy of every page. Browsers hold the redirects after a form to `form-action` too, so it names
 * where the clients of this machine are.
 */
export function contentSecurityPolicy(redirectOrigins: readonly string[]): string {
  const style = createHash('sha256').update(STYLE).digest('base64')
  const targets = ["'self'", 'http://127.0.0.1:*', 'http://localhost:*', ...redirectOrigins]
  return [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    `form-action ${targets.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const NOTICE = html`<header><strong>For development only.</strong> Anyone who reaches this page can sign in as anyone.
It answers on this machine alone, and does not run in production.</header>`

/** Puts the notice on a page that oidc-provider made itself. */
export function withNotice(page: string): string {
  return page.includes(NOTICE) ? page : page.replace('<body>', `<body>\n${NOTICE}`)
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

/** What `/` answers: how an application is set up to sign in here. */
export function homePage(issuer: string, people: readonly Person[]): string {
  return layout(
    'Development identity provider',
    html`<p>A local OpenID provider. Applications on this machine sign in through it; there is nothing to do here.</p>
<dl>
<dt>Issuer</dt><dd>${issuer}</dd>
<dt>Discovery</dt><dd><a href="/.well-known/openid-configuration">${issuer}/.well-known/openid-configuration</a></dd>
<dt>Sample people</dt><dd>${people.map((person) => person.name).join(', ')}</dd>
</dl>`,
  )
}

/** The sign-in page: one button a person, and one that refuses. */
export function signInPage(client: string, people: readonly Person[], action: string): string {
  const choices = people.map(
    (person) => html`<li><button name="person" value="${person.sub}">
<strong>${person.name}</strong> ${describeEmail(person)}
</button></li>`,
  )
  return layout(
    'Sign in',
    html`<p>Choose who signs in to <strong>${client}</strong>.</p>
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
  if (emailVerified === undefined) return `${email}, not said whether verified`
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

/** Shown after signing out when the application named no page to go back to. */
export function signedOutPage(): string {
  return layout('Signed out', html`<p>You are signed out. You may close this page.</p>`)
}

/** What went wrong, as RFC 6749 names it. */
export function errorPage(out: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(out).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`,
  )
  return layout('This cannot be done', html`<dl>!${rows}</dl>`)
}
