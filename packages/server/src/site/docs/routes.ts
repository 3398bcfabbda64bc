/**
 * The documentation of the hub: `/openapi.json`, the reference at `/docs`, the guides, and `/llms.txt`. Everything is loaded when somebody
 * asks for it, so that a hub without readers needs no memory for it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packedFile } from '../pages/packed-file.ts'
import { wantsPage } from '../pages/wants-page.ts'
import type { DocsParts } from './parts.ts'

/** Adds the routes. */
export function docsRoutes(app: FastifyInstance, parts: DocsParts): void {
  app.get(
    '/openapi.json',
    packedFile({
      type: 'application/json; charset=utf-8',
      headers: { 'access-control-allow-origin': '*' },
      load: async () => (await import('./document.ts')).readDocument(parts),
    }),
  )
  app.get('/docs', async (_, reply) => (await import('./page.ts')).sendReference(reply))
  app.get('/docs/init.js', async (_, reply) => (await import('./page.ts')).sendInit(reply))
  app.get('/docs/style.css', async (_, reply) => (await import('./page.ts')).sendStyle(reply))
  app.get('/docs/scalar.js', async (request, reply) =>
    (await import('./page.ts')).sendViewer(request, reply),
  )
  app.get('/llms.txt', async (_, reply) => {
    const { listPages } = await import('./guides.ts')
    return await reply
      .type(TEXT)
      .headers(STATIC)
      .send(await listPages(parts.publicUrl))
  })
  for (const folder of ['guides', 'reference'] as const) {
    app.get<{ Params: { name: string } }>(`/docs/${folder}/:name`, async (request, reply) => {
      const { readPage } = await import('./guides.ts')
      const { name } = request.params
      const guide = await readPage(folder, name)
      if (guide === undefined) return reply.callNotFound()
      return await sendMarkdown(request, reply, `${folder}/${name}`, async () => guide)
    })
  }
  app.get('/docs/guides', async (request, reply) => {
    const { listPages } = await import('./guides.ts')
    const read = async () => (await listPages()).replace('# Entrepot', '# Documentation')
    return await sendMarkdown(request, reply, 'guides', read)
  })
}

/** Sends Markdown to programs and agents, and a page to browsers. */
async function sendMarkdown(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  read: () => Promise<string>,
): Promise<FastifyReply> {
  // Some agents accept both, and read Markdown better.
  const prefersMarkdown = request.headers.accept?.includes('text/markdown') ?? false
  if (wantsPage(request) && !prefersMarkdown) {
    const { sendGuide } = await import('./guide-page.ts')
    return await sendGuide(request, reply, path, read)
  }
  return await reply
    .type(MARKDOWN)
    .headers({ ...STATIC, vary: 'accept' })
    .send(await read())
}

const TEXT = 'text/plain; charset=utf-8'
// RFC 7763.
const MARKDOWN = 'text/markdown; charset=utf-8'

const STATIC = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
