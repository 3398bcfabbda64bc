/** The web console at `/console`: files that the build has made and compressed. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { messagePage } from '../pages/layout.ts'
import { sendPlainPage } from '../pages/send-page.ts'

/** The folder with the files: in the repository that of the console, of which the build puts a copy into the package. */
const FILES = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../../console/dist/', import.meta.url)
    : new URL('./files/', import.meta.url),
)

/** Files whose names contain a hash of their content. */
const HASHED = '/assets/'

/**
 * Only scripts of this hub run, and they call only this hub. Mantine sets its variables in a style element. Pictures of products are on
 * other sites.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The console, as a plugin. Who is signed in is decided by the API, so its files are the same for everybody. */
export const consoleRoutes: FastifyPluginAsync = async (scope) => {
  if (!existsSync(FILES)) {
    scope.get('/console', async (_, reply) => await sendPlainPage(reply, 503, notBuilt()))
    scope.get('/console/*', async (_, reply) => await sendPlainPage(reply, 503, notBuilt()))
    return
  }
  await scope.register(fastifyStatic, {
    root: FILES,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  scope.get('/console', async (request, reply) => {
    const [, query] = request.url.split('?', 2)
    return await reply.redirect(query === undefined ? '/console/' : `/console/?${query}`)
  })
  scope.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
    if (!path.startsWith(HASHED)) return sendStart(reply)
    return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(path)
  })
}

/** Every page of the console is the same file, whose script shows what the address says. */
function sendStart(reply: FastifyReply): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY })
    .sendFile('index.html')
}

function notBuilt(): string {
  return messagePage(
    'The console is not built',
    'Run "npm run build -w packages/console" in the checkout of the hub, and start it again.',
  )
}
