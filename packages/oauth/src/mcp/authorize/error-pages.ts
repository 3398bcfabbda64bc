/** What people are told of requests that cannot be gone on with. */
import { html } from 'ghtml'
import type { Refusal } from '../../http/refusal.ts'
import type { Page } from '../../pages/page.ts'
import { fillHtml, fillText, type Texts } from '../../pages/texts.ts'
import { hostOf } from '../redirect-uris.ts'
import type { ClientRefusal } from './read-request.ts'

/**
 * A fault of a request whose client cannot be told without the person's help.
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

/** A request that no client can be told of. */
export function refusalPage(texts: Texts, { quotesClient, description, error }: Refusal): Page {
  // Anybody can send people to this page with a text of their own choice, which would read as if this server said it.
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

/** A page that was used, or is too old. */
export function expiredPage(texts: Texts): Page {
  const body = html`<h1>${texts.expiredTitle}</h1>
<p>${texts.expired}</p>`
  return { title: texts.expiredTitle, body }
}
