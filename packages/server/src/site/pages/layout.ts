/** The layout of the hub's pages: plain HTML without external resources, and without JavaScript but for passkeys. */
import { createHash } from 'node:crypto'
import { html } from 'ghtml'
import { BRAND, DARK, FONT, LIGHT, NAME, RADIUS, type Scheme } from './look.ts'

const variables = ({ accent, link, background, text, dimmed, line }: Scheme) =>
  `--accent: ${accent}; --link: ${link}; --background: ${background}; --text: ${text}; --dimmed: ${dimmed}; --line: ${line}`

const STYLE = `
:root { color-scheme: light dark; ${variables(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
* { box-sizing: border-box }
body { background: var(--background); color: var(--text); font: 1rem/1.5 ${FONT}; margin: 0; overflow-wrap: anywhere }
header { align-items: center; border-bottom: 1px solid var(--line); display: flex; font-weight: 700; min-height: 56px; padding: 0 1rem }
header a { color: inherit; display: flex; text-decoration: none }
main { margin: 0 auto; max-width: 36rem; padding: 3rem 1rem }
h1 { font-size: 1.5rem; font-weight: 650; line-height: 1.25; margin: 0 0 1rem }
ul { list-style: none; padding: 0 }
li { margin: .75rem 0 }
a { color: var(--link) }
.button { background: var(--accent); border: 1px solid var(--accent); border-radius: ${RADIUS}; color: #fff; cursor: pointer;
  display: block; font: inherit; font-weight: 600; padding: .6rem 1rem; text-align: center; text-decoration: none; width: 100% }
.button:hover { text-decoration: underline }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.quiet { background: transparent; border-color: var(--dimmed); color: inherit }
input:not([type=hidden], [type=checkbox]) { background: var(--background); border: 1px solid var(--dimmed); border-radius: ${RADIUS}; color: inherit;
  font: inherit; margin-top: .25rem; padding: .5rem .75rem; width: 100% }
[role=alert], [role=status] { border-inline-start: .25rem solid #d03030; padding: .25rem 0 .25rem 1rem }
[role=status] { border-color: var(--link) }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: max-content 1fr; margin: 0 0 1.5rem }
dt { color: var(--dimmed) }
dd { margin: 0 }
section { border-top: 1px solid var(--line); margin: 1rem 0; padding-top: 1rem }
h2 { font-size: 1.125rem; margin: 0 }
@media (max-width: 30rem) { main { padding-top: 1.5rem } dl { grid-template-columns: 1fr; gap: 0 } dd + dt { margin-top: .5rem } }
`

/** A style sheet or a script as a source of a Content-Security-Policy (CSP Level 3, section 2.3.1). */
export const sourceOf = (style: string) =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The source of the style sheet of all pages. */
export const STYLE_SOURCE = sourceOf(STYLE)

/**
 * A whole page.
 *
 * @param body markup, in which the template tag has escaped all external values
 * @param style further styles, whose source ({@link sourceOf}) the policy of the page must contain
 */
export function page(title: string, body: string, style?: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - ${NAME}</title>
<style>!${STYLE}</style>
!${style ? `<style>${style}</style>\n` : ''}</head>
<body>
<header><a href="/">!${BRAND}</a></header>
<main>
!${body}
</main>
</body>
</html>
`
}

/** A page with one message. */
export function messagePage(title: string, message: string): string {
  return page(title, html`<h1>${title}</h1><p>${message}</p>`)
}

/** The page for an address without a page. */
export function notFoundPage(): string {
  const title = 'Page not found'
  return page(
    title,
    html`<h1>${title}</h1>
<p>There is no page at this address.</p>
<p><a href="/">Go to the start page</a></p>`,
  )
}
