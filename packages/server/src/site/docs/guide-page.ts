/** Guides and the reference as pages for people, made from their Markdown. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { Marked, Renderer, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { page, STYLE_SOURCE, sourceOf } from '../pages/layout.ts'
import { packedFile } from '../pages/packed-file.ts'
import type { ListedGuide } from './guides.ts'

const STYLE = `
main { max-width: 64rem }
article h2 { border-top: 1px solid var(--line); font-size: 1.25rem; margin: 2.5rem 0 1rem; padding-top: 1.5rem }
article h3 { font-size: 1.0625rem; margin: 2rem 0 .5rem }
article ul { list-style: disc; padding-inline-start: 1.5rem }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
:not(pre) > code { background: var(--line); border-radius: .25rem; padding: .1em .25em }
@media (prefers-color-scheme: dark) { :not(pre) > code { background: #333333 } }
td code { overflow-wrap: normal }
pre { border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; padding: .75rem 1rem }
.table { margin: 1rem 0; overflow-x: auto }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid var(--line); min-width: 6rem; padding: .5rem .75rem .5rem 0; text-align: start; vertical-align: top }
nav { display: flex; flex-wrap: wrap; gap: 1rem; margin-bottom: 1.5rem }
.further { border-top: 1px solid var(--line); justify-content: space-between; margin: 2.5rem 0 0; padding-top: 1rem }
`

/** What scrolls sideways can be scrolled with the keyboard. */
const renderer = {
  // Comments of the source are for its tests.
  html: () => '',
  code: ({ text }: Tokens.Code) => html`<pre tabindex="0"><code>${text}</code></pre>`,
  table(this: Renderer, token: Tokens.Table): string {
    const table = Renderer.prototype.table.call(this, token)
    const hasHeader = token.header.some(({ text }) => text !== '')
    return `<div class="table" tabindex="0">${hasHeader ? table : table.replace(/<thead>.*?<\/thead>/s, '')}</div>`
  },
}

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE} ${sourceOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'same-origin',
  vary: 'accept',
}

/** Where a reader can go on. */
export interface Neighbours {
  readonly before?: ListedGuide | undefined
  readonly after?: ListedGuide | undefined
}

/** Links to Markdown of the documentation, which pages have at addresses without `.md`. */
const MARKDOWN_LINK = /href="((?:(?:\.\.\/)+|\/docs\/)?(?:[a-z0-9-]+\/)*[a-z0-9-]+)\.md(?=["#])/g

/** Makes a page from Markdown of this repository, whose headings and links to other sites it keeps. */
export function renderGuide(markdown: string, { before, after }: Neighbours = {}): string {
  const title = /^# (.*)/.exec(markdown)?.[1] ?? 'Documentation'
  // A new instance, because it numbers headings of the same text.
  const body = new Marked(gfmHeadingId(), { renderer })
    .parse(markdown, { async: false })
    .replaceAll(MARKDOWN_LINK, 'href="$1')
  const link = (guide: ListedGuide | undefined, words: string) =>
    guide ? html`<a href="/docs/guides/${guide.name}">${words}: ${guide.title}</a>` : ''
  const further = `${link(before, 'Before')}${link(after, 'Next')}`
  return page(
    title,
    html`<nav aria-label="Documentation"><a href="/docs/guides">All guides</a><a href="/docs">API reference</a></nav>
<article>
!${body}</article>
!${further && html`<nav class="further" aria-label="Further guides">!${further}</nav>`}`,
    STYLE,
  )
}

const sending = new Map<string, ReturnType<typeof packedFile>>()

/**
 * Sends the page of a guide. It is rendered and compressed once.
 *
 * @param path tells the pages apart
 * @param read its Markdown, when it is rendered
 * @param neighbours the guides before and after it
 */
export async function sendGuide(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  read: () => Promise<string>,
  neighbours: Neighbours,
): Promise<FastifyReply> {
  const send =
    sending.get(path) ??
    packedFile({
      type: 'text/html; charset=utf-8',
      headers: HEADERS,
      load: async () => renderGuide(await read(), neighbours),
    })
  sending.set(path, send)
  return await send(request, reply)
}
