/** The layout of the hub's pages: plain HTML without JavaScript and without external resources. */
import { createHash } from 'node:crypto'
import { html } from 'ghtml'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8886; --accent: #0b5cad;
  --quiet: #595959 }
@media (prefers-color-scheme: dark) { :root { --accent: #7db8f5; --quiet: #b0b0b0 } }
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem }
h1 { font-size: 1.75rem; margin: 0 0 1rem }
main { border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem }
main > :first-child { margin-top: 0 }
main > :last-child { margin-bottom: 0 }
ul { list-style: none; padding: 0 }
li { margin: .5rem 0 }
.button { background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; box-sizing: border-box;
  color: Canvas; cursor: pointer; display: block; font: inherit; font-weight: 600; padding: .65rem 1rem;
  text-align: center; text-decoration: none; width: 100% }
.button:hover { filter: brightness(1.1) }
.button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.quiet { background: transparent; color: inherit; border-color: var(--line) }
[role=alert], [role=status] { border-left: .25rem solid #c0392b; padding: .25rem 0 .25rem 1rem }
[role=status] { border-color: var(--accent) }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: max-content 1fr }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
section { border-top: 1px solid var(--line); margin: 1rem 0; padding-top: 1rem }
h3 { margin: 0; overflow-wrap: anywhere }
footer { color: var(--quiet); font-size: .875rem; margin-top: 1rem }
`

/** The style sheet as a source of a Content-Security-Policy (CSP Level 3, section 2.3.1). */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/**
 * A whole page.
 *
 * @param body markup, in which the template tag has escaped all external values
 */
export function page(title: string, body: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Entrepot</title>
<style>!${STYLE}</style>
</head>
<body>
<h1>Entrepot</h1>
<main>
!${body}
</main>
<footer>A hub between merchants and sales channels.</footer>
</body>
</html>
`
}

/** A page with one message. */
export function messagePage(title: string, message: string): string {
  return page(title, html`<h2>${title}</h2><p>${message}</p>`)
}

/** The page for an address without a page. */
export function notFoundPage(): string {
  const title = 'Page not found'
  return page(
    title,
    html`<h2>${title}</h2>
<p>There is no page at this address.</p>
<p><a href="/">Go to the start page</a></p>`,
  )
}
