/** The reference: a page on which Scalar shows the document of this hub. It loads nothing from other machines. */
import Fastify, { type FastifyReply } from 'fastify'
import { html } from 'ghtml'
import { packedFile } from '../pages/packed-file.ts'

/** Sends the page. */
export async function sendReference(reply: FastifyReply): Promise<FastifyReply> {
  return await reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(PAGE)
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

const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - Entrepot</title>
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The document that it shows: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/init.js"></script>
</body>
</html>
`

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
  return await reply
    .type(SCRIPT)
    .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    .send(INIT)
}

const SCRIPT = 'text/javascript; charset=utf-8'

/** Sends the script of the viewer, which has 4.9 MB. */
export const sendViewer = packedFile({ type: SCRIPT, load: loadViewer })

/** The package contains the script only as an answer of its plugin. */
async function loadViewer(): Promise<Uint8Array> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return rawPayload
}
