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
  /** Whether it has a form, whose answer leaves this server. */
  readonly hasForm?: boolean
}

/**
 * Sends a page. It has no `Cross-Origin-Opener-Policy`: each value of it cuts the connection between a client and the window in which it
 * has opened the page, and the client would not get the answer. The opener cannot read the page, nor put it into a frame.
 */
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
    // Chromium applies `form-action` to each redirect after a form. Where the website of a client redirects to, such as to its app, cannot
    // be known, so a page with a form has none.
    ...(page.hasForm ? [] : ["form-action 'none'"]),
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
    })
    .type('text/html; charset=utf-8')
    .send(text)
}

function headerOf({ logo, name }: Pages): string {
  if (logo !== undefined) return html`<header><img src="${logo.url}" alt="${name ?? ''}"></header>`
  return name === undefined ? '' : html`<header>${name}</header>`
}
