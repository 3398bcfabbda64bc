/** A Fastify application with sign-in and an MCP server. The MCP server only accepts clients that a person has allowed. */
import { fileURLToPath } from 'node:url'
import { startDevIdp } from '@entrepot/dev-idp'
import oauth, { type OAuthOptions, withMCPAuth } from '@entrepot/oauth'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, type McpRequestContext, McpServer } from '@modelcontextprotocol/server'
import Fastify, { type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { allowLocalPages } from './browsers.ts'

const notesOf = new Map<string, readonly string[]>()
const NOTES_WRITE = { description: 'Add to your notes', includes: ['notes:read'] }
const MCP = {
  scopes: { 'notes:read': 'Read your notes', 'notes:write': NOTES_WRITE },
  dynamicClientRegistration: { enforceScope: false }, // for clients that ask for more scopes later
}

/** Creates the MCP server for one request of one person. */
function createServer({ authInfo }: McpRequestContext): McpServer {
  const person = String(authInfo?.extra?.sub)
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] })
  server.registerTool(
    'list_notes',
    { description: 'Lists your notes.', annotations: { readOnlyHint: true } },
    async () => answer(notesOf.get(person)?.join('\n') ?? 'There are none.'),
  )
  server.registerTool(
    'add_note',
    { description: 'Adds a note.', inputSchema: z.object({ text: z.string().min(1).max(500) }) },
    async ({ text }) => {
      notesOf.set(person, [...(notesOf.get(person) ?? []), text])
      return answer('Added.')
    },
  )
  return server
}

/** The scopes that a request needs: those for reading, unless it calls the tool that writes. */
function scopesOf({ body }: FastifyRequest): readonly string[] {
  const messages = [body].flat() as { method?: string; params?: { name?: string } }[]
  const writes = messages.some((message) => message?.params?.name === 'add_note')
  return [writes ? 'notes:write' : 'notes:read']
}

/** Options of {@link start}. */
export interface StartOptions {
  /** @default 3000 */
  readonly port?: number
  readonly oauth?: OAuthOptions
  /** Handles MCP requests instead of the notes. */
  readonly handler?: Parameters<typeof toNodeHandler>[0]
}

/** Starts the application with an identity provider that has sample people. */
export async function start({ port = 3000, oauth: more, handler }: StartOptions = {}) {
  const origin = `http://127.0.0.1:${port}`
  const redirectUri = `${origin}/oauth/dev/callback`
  const client = { clientId: 'notes', clientSecret: 'for this machine only' }
  const idp = await startDevIdp({ clients: [{ ...client, redirectUris: [redirectUri] }] })
  const app = Fastify({ forceCloseConnections: true })
  await app.register(cookie)
  const secret = client.clientSecret.repeat(2)
  await app.register(session, { secret, saveUninitialized: false, cookie: { secure: 'auto' } })
  await app.register(oauth, {
    redirectUri,
    allowPrivateProviders: true,
    providers: { dev: { provider: 'oidc', issuer: idp.issuer, ...client } },
    ...more,
    mcp: { enabled: true, issuer: origin, ...MCP, ...more?.mcp },
  })
  allowLocalPages(app, '/mcp')
  const serve = toNodeHandler(handler ?? createMcpHandler(createServer))
  const guarded = withMCPAuth(
    async (request, reply) => {
      reply.hijack()
      const authInfo = { token: '', clientId: '', scopes: [], extra: { sub: request.mcp?.sub } }
      const raw = Object.assign(request.raw, { auth: authInfo }) as NodeIncomingMessageLike
      await serve(raw, reply.raw, request.body)
    },
    { scopes: scopesOf },
  )
  app.route({ method: ['GET', 'POST', 'DELETE'], url: '/mcp', handler: guarded })
  app.addHook('onClose', async () => await idp.stop())
  await app.listen({ port })
  return { url: `${origin}/mcp`, stop: async () => await app.close() }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.env.PORT ?? 3000)
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536
  const starting = isPort ? start({ port }) : Promise.reject(Error('PORT must be 1 to 65535.'))
  const say = (error: Error) => void process.stderr.write(`${error.message}\n`)
  const server = await starting.catch(say)
  if (!server) process.exit(1)
  process.stdout.write(`The MCP server is at ${server.url}; connect a client to it.\n`)
}
