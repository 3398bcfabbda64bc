/** Answers of the authorization endpoint that are no consent page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { type Refusal, sendRefusal } from '../../http/refusal.ts'
import { type Page, sendPage } from '../../pages/page.ts'
import { fillHtml, fillText, type Texts } from '../../pages/texts.ts'
import { setHostCookie } from '../../shared/host-cookie.ts'
import type { NextStep } from '../../sign-in/once.ts'
import type { McpContext } from '../mcp-context.ts'
import { hostOf } from '../redirect-uris.ts'
import type { ClientRefusal } from './read-request.ts'

/** Redirects the browser to the next step of an authorization. */
export function sendStep(
  reply: FastifyReply,
  { target, cookies = [] }: NextStep,
  status: 302 | 303 = 303,
): FastifyReply {
  for (const cookie of cookies) setHostCookie(reply, cookie)
  return reply.header('referrer-policy', 'no-referrer').redirect(target, status)
}

/** People get a page, and programs get JSON. */
export function explainRefusal(
  { config }: Pick<McpContext, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) return sendRefusal(reply, refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  const page = refusalPage(config.pages.texts, refusal)
  return sendPage(reply, config.pages, refusal.status, page)
}

/** The page for a step that was answered before, or has expired. */
export function sendExpired(
  { config }: Pick<McpContext, 'config'>,
  reply: FastifyReply,
): FastifyReply {
  return sendPage(reply, config.pages, 400, expiredPage(config.pages.texts))
}

/**
 * A request with a problem that the client gets only if the person goes back to it.
 *
 * @param target the redirect URI with the error
 */
export function faultyRequestPage(texts: Texts, refusal: ClientRefusal, target: string): Page {
  // The texts of refusals are for developers, and in English.
  const reason = html`<span lang="en">${refusal.description}</span>`
  const goBack = fillText(texts.goBack, { host: hostOf(target) })
  return invalidPage(
    texts,
    { reason, error: refusal.error },
    html`<p><a class="button" rel="noreferrer" href="${target}">${goBack}</a></p>`,
  )
}

/** A request with a problem that no client gets, because the client or its redirect URI is not known. */
function refusalPage(texts: Texts, { quotesClient, description, error }: Refusal): Page {
  // Anybody can link to this page with a text of their choice, which would look like a text of this server.
  const reason = quotesClient
    ? html`${texts.unusableClient}`
    : html`<span lang="en">${description}</span>`
  return invalidPage(texts, { reason, error }, html`<p>${texts.nothingAllowed}</p>`)
}

function invalidPage(
  texts: Texts,
  { reason, error }: { readonly reason: string; readonly error: string },
  end: string,
): Page {
  const body = html`<h1>${texts.invalidTitle}</h1>
<p>!${fillHtml(texts.invalid, { reason })}
<small lang="en">${error}</small></p>
!${end}`
  return { title: texts.invalidTitle, body }
}

/** The page for a consent page that was used before, or has expired. */
function expiredPage(texts: Texts): Page {
  const body = html`<h1>${texts.expiredTitle}</h1>
<p>${texts.expired}</p>`
  return { title: texts.expiredTitle, body }
}
