/** Pages for people: no scripts, no style but their own, never in a frame. `html` escapes its values, but for those after a `!`. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html } from 'ghtml'
import type { Pages } from './read-pages.ts'

/** The parts of a page. */
export interface Page {
  readonly title: string
  /** HTML, made by `html` of ghtml. */
  readonly body: string
  /** Where its form may lead, redirects included: sources for `form-action`. */
  readonly formAction?: readonly string[]
}

/** Sends a page. */
export function sendPage(
  reply: FastifyReply,
  pages: Pages,
  status: number,
  page: Page,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(pages.logo ? [`img-src ${pages.logo.source}`] : []),
    // Browsers hold redirects after a form to this list too, as far as the client's redirect URI.
    `form-action ${["'self'", ...(page.formAction ?? [])].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const text = html`<!doctype html>
<html lang="${pages.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<style nonce="${nonce}">!${pages.css}</style>
!${headerOf(pages)}
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

function headerOf({ logo, name }: Pages): string {
  if (logo !== undefined) return html`<header><img src="${logo.url}" alt="${name ?? ''}"></header>`
  return name === undefined ? '' : html`<header>${name}</header>`
}
