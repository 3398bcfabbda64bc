/**
 * The documentation of the hub: `/openapi.json`, the reference at `/docs`, the guides, and `/llms.txt`. Everything is loaded when somebody
 * asks for it, so that a hub without readers needs no memory for it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packedFile } from '../pages/packed-file.ts'
import { wantsPage } from '../pages/wants-page.ts'
import { STATIC } from './files.ts'
import type { Neighbours } from './guide-page.ts'
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
  app.get('/docs', async (_, reply) => (await import('./page.ts')).sendReference(reply, parts))
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
  for (const [folder, path] of PAGES) {
    app.get<{ Params: { part?: string; name: string } }>(path, async (request, reply) => {
      const { readOrder, readPage } = await import('./guides.ts')
      const { part, name: file } = request.params
      const name = `${part === undefined ? '' : `${part}/`}${file.replace(/\.md$/, '')}`
      if (name === '') return await reply.redirect('/docs/guides')
      const guide = await readPage(folder, name)
      if (guide === undefined) return reply.callNotFound()
      const order = folder === 'guides' ? await readOrder() : []
      const place = order.findIndex((listed) => listed.name === name)
      const [before, after] = place === -1 ? [] : [order[place - 1], order[place + 1]]
      const key = `${folder}/${name}`
      return await sendMarkdown(request, reply, key, async () => guide, { before, after })
    })
  }
  app.get('/docs/reference', async (_, reply) => await reply.redirect('/docs/guides#reference'))
  app.get('/docs/guides', async (request, reply) => {
    const { readIndex } = await import('./guides.ts')
    return await sendMarkdown(request, reply, 'guides', readIndex)
  })
}

/** Guides can be in folders. */
const PAGES = [
  ['guides', '/docs/guides/:name'],
  ['guides', '/docs/guides/:part/:name'],
  ['reference', '/docs/reference/:name'],
] as const

/** Sends Markdown to programs and agents, and a page to browsers. */
async function sendMarkdown(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  read: () => Promise<string>,
  neighbours: Neighbours = {},
): Promise<FastifyReply> {
  // Some agents accept both, and read Markdown better.
  const prefersMarkdown = request.headers.accept?.includes('text/markdown') ?? false
  if (wantsPage(request) && !prefersMarkdown) {
    const { sendGuide } = await import('./guide-page.ts')
    return await sendGuide(request, reply, path, read, neighbours)
  }
  return await reply
    .type(MARKDOWN)
    .headers({ ...STATIC, vary: 'accept' })
    .send(await read())
}

const TEXT = 'text/plain; charset=utf-8'
// RFC 7763.
const MARKDOWN = 'text/markdown; charset=utf-8'
