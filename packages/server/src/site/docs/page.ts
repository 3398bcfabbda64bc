/** The reference: a page on which Scalar shows the document of this hub. It loads nothing from other machines. */
import Fastify, { type FastifyReply } from 'fastify'
import { html } from 'ghtml'
import { BRAND, DARK, FONT, LIGHT, NAME, RADIUS, type Scheme } from '../pages/look.ts'
import { packedFile } from '../pages/packed-file.ts'
import { STATIC } from './files.ts'
import type { DocsParts } from './parts.ts'

/** Sends the page. */
export async function sendReference(
  reply: FastifyReply,
  { publicUrl }: DocsParts,
): Promise<FastifyReply> {
  return await reply
    .type('text/html; charset=utf-8')
    .headers({ ...STATIC, 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' })
    .send(pageOf(publicUrl === undefined ? NEW_KEY.command : NEW_KEY.console))
}

/** Only scripts of this hub run, and they can call only this hub. Scalar sets styles of elements in markup, which needs 'unsafe-inline'. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Where a key is made. The console lets a person who is not signed in do so first, and comes back. */
const NEW_KEY = {
  console: '/console/developers?tab=keys&action=create',
  command: '/docs/guides/keys',
} as const

const pageOf = (newKey: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - ${NAME}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><a href="/">!${BRAND}</a><span>API reference</span>
<nav aria-label="Documentation"><a href="/docs/guides">Guides</a><a href="${newKey}">Create an API key</a></nav></header>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The document that it shows: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/init.js"></script>
</body>
</html>
`

/**
 * The colours of the hub in the viewer, whose modes are classes of the body. Until it has started, they are those of the system: its script
 * makes the body light as soon as it is loaded.
 */
const variables = ({ link, background, text, dimmed, error, line }: Scheme) =>
  [
    `--scalar-color-accent: ${link}`,
    `--scalar-background-1: ${background}`,
    `--scalar-color-1: ${text}`,
    `--scalar-color-2: ${dimmed}`,
    `--scalar-color-red: ${error}`,
    `--scalar-border-color: ${line}`,
    `--scalar-radius: ${RADIUS}`,
    `--scalar-font: ${FONT}`,
  ].join('; ')

const STYLE = `
:root { --scalar-custom-header-height: 56px }
body, .light-mode { ${variables(LIGHT)} }
body { background: var(--scalar-background-1) }
@media (prefers-color-scheme: dark) { body:has(#reference:empty) { ${variables(DARK)} } }
.dark-mode { ${variables(DARK)} }
header { align-items: center; background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color);
  color: var(--scalar-color-1); display: flex; font: 1rem/1.5 ${FONT}; gap: 1rem; height: 56px; padding: 0 1rem;
  position: sticky; top: 0; z-index: 100 }
header a { --link: var(--scalar-color-accent); color: inherit; display: flex; text-decoration: none }
header nav { display: flex; gap: 1rem; margin-inline-start: auto }
header nav a { color: var(--scalar-color-accent); font-weight: 500; white-space: nowrap }
@media (max-width: 30rem) { header span { display: none } }
header span { color: var(--scalar-color-2) }
`

/** Sends the style sheet of the page. */
export async function sendStyle(reply: FastifyReply): Promise<FastifyReply> {
  return await reply.type('text/css; charset=utf-8').headers(STATIC).send(STYLE)
}

const INIT = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'apiKey' },
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
})
`

/** Sends the script that starts the viewer. It is a file, because the policy of the page forbids scripts in it. */
export async function sendInit(reply: FastifyReply): Promise<FastifyReply> {
  return await reply.type(SCRIPT).headers(STATIC).send(INIT)
}

const SCRIPT = 'text/javascript; charset=utf-8'

/** Sends the script of the viewer, which has 4.9 MB. */
export const sendViewer = packedFile({ type: SCRIPT, load: loadViewer })

/** What the viewer shows where a reader has given no key: one that looks real, and a name that people have sent as it is. */
const PLACEHOLDERS = {
  QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT: 'Paste your key here',
  YOUR_SECRET_TOKEN: '<your key>',
} as const

/** The package contains the script only as an answer of its plugin. */
async function loadViewer(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return Object.entries(PLACEHOLDERS).reduce(
    (script, [theirs, ours]) => script.replaceAll(theirs, ours),
    body,
  )
}
