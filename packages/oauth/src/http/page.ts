/** Pages for people: no scripts, no style but their own, never in a frame. `html` escapes its values, but for those after a `!`. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html } from 'ghtml'

/** The parts of a page. */
export interface Page {
  readonly title: string
  /** HTML, made by `html` of ghtml. */
  readonly body: string
  /** Where its form may lead, redirects included: sources for `form-action`. */
  readonly formAction?: readonly string[]
}

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
  h1 { font-size: 1.4rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
  dt { opacity: .7 }
  dd { margin: 0 }
  fieldset { border: 1px solid #8888; border-radius: .4rem; margin: 1rem 0 }
  label { display: grid; grid-template-columns: auto 1fr; gap: .5rem; align-items: start; padding: .3rem 0 }
  input { accent-color: #1f5fd0; margin: .35rem 0 0 }
  .warning { border-left: .3rem solid #d08000; padding: .2rem .8rem }
  .buttons { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: 1.2rem }
  .choices { flex-direction: column }
  button, .button { font: inherit; padding: .5rem 1.1rem; border-radius: .4rem; border: 1px solid #8888; cursor: pointer }
  .button { display: inline-block; color: inherit; text-decoration: none }
  .link { border: 0; padding: 0 .3rem; background: none; color: inherit; text-decoration: underline }
  .primary { background: #1f5fd0; border-color: #1f5fd0; color: #fff }
  small { opacity: .7 }
  @media (max-width: 30rem) {
    .buttons { flex-direction: column }
    dl { grid-template-columns: 1fr; gap: 0 }
    dd { margin-bottom: .5rem }
  }
`

/** Sends a page. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    // Browsers hold redirects after a form to this list too, as far as the client's redirect URI.
    `form-action ${["'self'", ...(page.formAction ?? [])].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const text = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style nonce="${nonce}">!${STYLE}</style>
<main>
!${page.body}
</main>
</html>
`
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      // Other sites learn nothing either way, but under `no-referrer` the form's own POST has `Origin: null`, and an
      // application that compares the origin of forms would refuse it (Fetch, "append a request Origin header").
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}
