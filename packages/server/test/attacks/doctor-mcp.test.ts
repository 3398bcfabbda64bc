/** A server that turns `entrepot doctor mcp` against others: against their clients, their agents, and the terminal of the person. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runEntrepot } from '../../src/testing.ts'

interface Seen {
  readonly line: string
  readonly body: string
}

/** A server that answers by path, and what it was asked. */
async function startServer(answers: (origin: string) => Readonly<Record<string, unknown>>) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      seen.push({ line: `${request.method} ${path}`, body })
      const value = answers(origin)[path]
      const status = path === '/mcp' ? 401 : value === undefined ? 404 : 200
      const metadata = `${origin}/.well-known/oauth-protected-resource`
      response.writeHead(path === '/refuse' ? 400 : status, {
        'content-type': 'application/json',
        'www-authenticate': `Bearer resource_metadata="${metadata}"`,
      })
      response.end(JSON.stringify(value ?? {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  servers.push(close)
  return { origin, url: `${origin}/mcp`, seen }
}

const servers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (close) => await close()))
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-doctor-attack-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const documents = (origin: string, more: object = {}) => ({
  '/.well-known/oauth-protected-resource': {
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
  },
  '/.well-known/oauth-authorization-server': {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    ...more,
  },
})

test('an answer to a registration cannot make the command delete something at another server', async () => {
  const victim = await startServer(() => ({}))
  const server = await startServer((origin) => ({
    ...documents(origin),
    '/register': {
      client_id: 'x',
      registration_client_uri: `${victim.origin}/v2/customers/1`,
      registration_access_token: 'stolen',
    },
  }))
  await runEntrepot(['doctor', 'mcp', server.url, '--client', 'codex'])
  expect(server.seen.map(({ line }) => line)).toContain('POST /register')
  expect(victim.seen).toEqual([])
})

test('a server that names the issuer of another one gets no assertion of the agent', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const file = join(folder, 'agent.json')
  const PrivateKey = privateKey.export({ format: 'jwk' })
  await writeFile(file, JSON.stringify({ ClientId: 'agent_x', PrivateKey }))
  const run = async (more: object) => {
    const server = await startServer((origin) => documents(origin, more))
    const args = ['doctor', 'mcp', server.url, '--client', 'codex', '--key', file]
    const { stderr } = await runEntrepot(args)
    const bodies = server.seen.map(({ body }) => body)
    return { stderr, hasAssertion: bodies.some((body) => body.includes('client_assertion=')) }
  }
  expect(await run({ issuer: 'https://hub.example' })).toEqual({
    stderr: 'The key was not used: the metadata is that of another issuer.\n',
    hasAssertion: false,
  })
  expect(await run({})).toMatchObject({ hasAssertion: true })
})

test('no text of a server reaches the terminal as a command for it', async () => {
  const commands = '\u001b]0;owned\u0007\u001b[2J'
  const server = await startServer((origin) => ({
    ...documents(origin, { registration_endpoint: `${origin}/refuse` }),
    '/refuse': { error: 'no', error_description: `${commands}\u202efine` },
  }))
  for (const more of [[], ['--json']]) {
    const { stdout } = await runEntrepot([
      'doctor',
      'mcp',
      server.url,
      '--client',
      'codex',
      ...more,
    ])
    expect(stdout).toContain('owned')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be missing.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  }
})
