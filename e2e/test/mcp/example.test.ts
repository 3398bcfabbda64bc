import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@entrepot/test-support/free-port'
import { Person } from '@entrepot/test-support/person'
import { UnauthorizedError } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, connect } from './connect.ts'
import { StoredProvider } from './stored-provider.ts'

const folder = fileURLToPath(new URL('../../../examples/mcp-server/', import.meta.url))
const CONDITION = '--conditions=@entrepot/source'
let url: string
let stop: () => Promise<void>
beforeAll(async () => {
  const env = { ...process.env, PORT: String(await freePort()) }
  // The command in the guide, without npm.
  const { scripts } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const [, ...args] = scripts.start.split(' ')
  const example = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stop = async () => {
    example.kill()
    await once(example, 'exit')
  }
  for await (const line of createInterface({ input: example.stdout })) {
    url = /http\S+\/mcp/.exec(line)?.[0] ?? ''
    break
  }
})
afterAll(async () => await stop?.())

test.each([
  ['no number', async () => 'abc', 'PORT must be 1 to 65535.'],
  ['empty', async () => '', 'PORT must be 1 to 65535.'],
  ['too large', async () => '99999', 'PORT must be 1 to 65535.'],
  ['taken', async () => new URL(url).port, 'listen EADDRINUSE: address already in use 127.0.0.1:'],
])('reports in one line that PORT is %s', async (_, port, sentence) => {
  const options = { cwd: folder, env: { ...process.env, PORT: await port() } }
  const example = spawn(process.execPath, [CONDITION, 'src/server.ts'], options)
  let output = ''
  example.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [code] = await once(example, 'close')
  const lines = output.trimEnd().split('\n')
  expect([code, lines]).toEqual([1, [expect.stringContaining(sentence)]])
})

test('has fewer than 100 lines', () => {
  expect(readFileSync(`${folder}src/server.ts`, 'utf8').trimEnd().split('\n').length).toBeLessThan(
    100,
  )
})

describe.each([
  ['of 2025', { mode: 'legacy' }],
  ['of 2026-07-28', { mode: { pin: '2026-07-28' } }],
] as const)('a client %s', (_, version) => {
  test('reads when a person allows it, must step up to write, and sees only the notes of that person', async () => {
    for (const name of ['ann', 'bo']) {
      const provider = new StoredProvider()
      const person = new Person(name)
      const { client, transport } = await connect(url, provider, person, {}, version)
      const { tools } = await client.listTools()
      expect(tools.map((tool) => tool.name)).toEqual(['list_notes', 'add_note'])
      expect(provider.stored?.scope).toBe('notes:read offline_access')

      const writing = callTool(client, 'add_note', { text: `by ${name}` })
      await expect(writing).rejects.toThrow(UnauthorizedError)
      expect(provider.authorizationUrl?.searchParams.get('scope')).toContain('notes:read')
      expect(provider.authorizationUrl?.searchParams.get('scope')).toContain('notes:write')
      const answer = await person.answer(provider.authorizationUrl ?? '')
      await transport.finishAuth(answer.searchParams)
      expect(await callTool(client, 'add_note', { text: `by ${name}` })).toMatchObject({
        isError: false,
      })

      const { text } = await callTool(client, 'list_notes')
      expect(text).toContain(`by ${name}`)
      expect(text).not.toContain(name === 'ann' ? 'by bo' : 'by ann')
      await client.close()
    }
  })
})

describe('a web page of this machine', () => {
  const origin = 'http://localhost:6274'

  test('may send what clients send: the preflight request is answered', async () => {
    const { status, headers } = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-method',
      },
    })
    expect([status, headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-allow-headers')).toBe('authorization, *')
    expect(headers.getSetCookie()).toEqual([])
  })

  test('reads the answers, the challenge, and that there is no stream to GET', async () => {
    const provider = new StoredProvider()
    const { client } = await connect(url, provider, new Person('ann'))
    await client.close()
    const ask = async (method: string, token: string | undefined) => {
      const authorization = token && `Bearer ${token}`
      const { status, headers } = await fetch(url, {
        method,
        headers: {
          origin,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-11-25',
          ...(authorization && { authorization }),
        },
        ...(method === 'POST' && { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }),
      })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      return [status, headers.get('allow')]
    }
    const token = provider.stored?.access_token
    expect(await ask('POST', token)).toEqual([200, null])
    expect(await ask('GET', token)).toEqual([405, 'POST'])
    expect(await ask('GET', undefined)).toEqual([401, null])
  })
})

test('answers only to names of this machine (DNS rebinding)', async () => {
  for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }]) {
    const asked = request(url, { method: 'POST', headers }).end()
    const [response] = await once(asked, 'response')
    expect(response.statusCode).toBe(403)
    response.resume()
  }
})
