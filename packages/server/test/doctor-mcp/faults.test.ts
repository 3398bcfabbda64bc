/** Each fault of a server yields its own sentence, for the clients that it affects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_NAMES, type ClientName } from '../../src/host/doctor/mcp/clients.ts'
import { examineMcp } from '../../src/host/doctor/mcp/examine.ts'
import type { McpFinding } from '../../src/host/doctor/mcp/finding.ts'
import { type BrokenServer, FAULTS, type Fault, startBrokenServer } from './broken-server.ts'

let server: BrokenServer
beforeAll(async () => {
  server = await startBrokenServer()
})
afterAll(async () => await server.close())

const ALL = CLIENT_NAMES
const OLD = ['claude.ai', 'chatgpt', 'vscode'] as const
const NEW = ['claude-code', 'codex', 'inspector'] as const
const NO_SECRET = ['claude-code', 'vscode', 'codex', 'inspector'] as const
const STRICT_ROOT = ['claude.ai', 'chatgpt', 'claude-code', 'codex'] as const

/** What each fault yields besides what the server always yields. */
const YIELDS: Record<
  Fault,
  readonly (readonly [McpFinding['step'], McpFinding['state'], readonly ClientName[], RegExp])[]
> = {
  'not 401': [['discovery', 'failure', ALL, /answered with 403\. Clients sign in after 401 only/]],
  'no endpoint': [['discovery', 'failure', ALL, /no MCP endpoint at this path: POST answers 404/]],
  'no challenge': [['discovery', 'failure', ALL, /401 has no header WWW-Authenticate/]],
  'no resource_metadata': [['discovery', 'warning', ALL, /does not say where the metadata is/]],
  'no document at the path': [
    ['discovery', 'failure', ALL, /names .*oauth-protected-resource\/mcp, which has no JSON/],
  ],
  'no document at the root': [
    ['discovery', 'warning', ALL, /oauth-protected-resource has no metadata .* look for it last/],
  ],
  'no document of the challenge': [
    ['discovery', 'failure', ALL, /names .*oauth-protected-resource\/named, which has no JSON/],
  ],
  'no documents': [['discovery', 'failure', ALL, /no metadata of the resource: neither .* nor /]],
  'other resource': [['discovery', 'failure', ALL, /resource is ".*\/other", but .* connect to /]],
  'no authorization server': [['discovery', 'failure', ALL, /names no authorization server/]],
  'no server metadata': [
    ['server', 'failure', ALL, /has no metadata: .*server \(404\), .*\(404\)/],
  ],
  'other issuer': [['server', 'failure', ALL, /issuer is "http:.*\/", but .* compared as texts/]],
  'no token endpoint': [['server', 'failure', ALL, /metadata has no token_endpoint/]],
  'no PKCE': [['server', 'failure', ALL, /does not list S256/]],
  'no methods': [['server', 'warning', ALL, /auth_methods_supported is missing/]],
  'secrets only': [['server', 'failure', NO_SECRET, /does not list none/]],
  'no iss': [['server', 'warning', ['chatgpt'], /another redirect URI/]],
  'no registration': [['registration', 'failure', ALL, /has to enter a client id/]],
  'only documents': [['registration', 'failure', ['inspector'], /has to enter a client id/]],
  'refuses loopback': [
    ['registration', 'failure', ['claude-code'], /localhost:3118\/callback, .*: 400 invalid_redir/],
    [
      'registration',
      'failure',
      ['vscode'],
      /with http:\/\/127.0.0.1:33418\/, http:\/\/127.0.0.1\/:/,
    ],
    ['registration', 'failure', ['codex'], /cannot register with http:\/\/127.0.0.1:1456/],
    ['registration', 'failure', ['inspector'], /cannot register with http:\/\/localhost:6274/],
  ],
  'refuses public clients': [
    [
      'registration',
      'failure',
      ALL,
      /cannot register: 400 invalid_client_metadata, Clients need a secret\.$/,
    ],
  ],
  'too many registrations': [['registration', 'warning', ALL, /Too many clients register/]],
  'registration without id': [['registration', 'failure', ALL, /cannot register: status 201\.$/]],
  'error page': [['consent', 'failure', ALL, /sees an error: 400 invalid_request\.$/]],
  'error at the client': [
    ['consent', 'failure', ALL, /sees an error: invalid_scope, No such scope\.$/],
  ],
  'code accepted': [['token', 'failure', ALL, /accepts a code that it has not issued/]],
  'token error as text': [['token', 'failure', ALL, /wrong code with a JSON error \(status 500\)/]],
  'unknown client': [['token', 'failure', ALL, /wrong code with 401 invalid_client/]],
  'no CORS': [['browser', 'failure', ['inspector'], /status 405, .*Allow-Origin missing/]],
  'CORS without authorization': [['browser', 'failure', ['inspector'], /a star does not cover/]],
  'refuses tokens': [['session', 'failure', ALL, /refuses the token \(401\)/]],
  'no revision': [
    [
      'session',
      'failure',
      OLD,
      /no list of tools \(2025-06-18: error -32601, Unknown method\.; 2025-11-25/,
    ],
    [
      'session',
      'failure',
      NEW,
      /no list of tools \(2025-06-18: error -32601, Unknown method\.; 2025-11-25/,
    ],
  ],
  'list fails': [
    ['session', 'failure', OLD, /error -32601, The database is away/],
    ['session', 'failure', NEW, /error -32601, The database is away/],
  ],
  'no tools': [['tools', 'warning', ALL, /list of tools is empty/]],
  'large list': [['tools', 'warning', ALL, /takes about 15\d\d\d tokens of each conversation/]],
  'many tools': [['tools', 'failure', ['vscode'], /129 tools, more than VS Code sends/]],
  'same names': [['tools', 'failure', ALL, /listed twice: get_order\.$/]],
  'long name': [['tools', 'failure', ALL, /Models refuse these names: x{65}\.$/]],
  'no description': [['tools', 'warning', ALL, /no description: get_order\.$/]],
  'no annotations': [['tools', 'failure', ['chatgpt'], /ChatGPT does not show these tools/]],
  'no input type': [['tools', 'failure', ALL, /input schemas .* not of type object: get_order\.$/]],
  'list without items': [
    ['tools', 'failure', ['chatgpt', 'vscode', 'codex'], /have no items: get_order\.$/],
  ],
  'anyOf at the root': [['tools', 'failure', STRICT_ROOT, /have anyOf, oneOf, allOf at the root/]],
  'odd property': [['tools', 'failure', ['claude.ai', 'claude-code'], /have refused names/]],
  'output of a list': [
    ['tools', 'failure', ['claude-code', 'inspector'], /so the whole list is refused/],
  ],
}

const issuesOf = async (...faults: readonly Fault[]) => {
  server.has(...faults)
  const { findings } = await examineMcp(server.url, { token: 'good' })
  return findings.filter(({ state }) => state !== 'ok')
}

test('a server without faults fails only for the clients that cannot reach this machine', async () => {
  server.has()
  const { findings, hasTools } = await examineMcp(server.url, { token: 'good' })
  const issues = findings.filter(({ state }) => state !== 'ok')
  expect(issues).toEqual([
    {
      step: 'address',
      clients: ['claude.ai', 'chatgpt'],
      state: 'failure',
      detail: expect.stringContaining('127.0.0.1 is on this machine'),
      fix: expect.stringContaining('public address with https'),
    },
  ])
  expect(hasTools).toBe(true)
  expect(findings.find(({ step }) => step === 'session')?.detail).toBe(
    'The server speaks 2025-06-18, 2025-11-25, 2026-07-28.',
  )
})

test.each(FAULTS)('the fault "%s" yields its sentence and a fix', async (fault) => {
  const [, ...issues] = await issuesOf(fault)
  expect(issues).toEqual(
    YIELDS[fault].map(([step, state, clients, detail]) => ({
      ...{ step, state, clients },
      detail: expect.stringMatching(detail),
      fix: expect.stringMatching(/\.$/),
    })),
  )
})

test('the clients that were registered are removed again, also those that tried a part of their URIs', async () => {
  await issuesOf('refuses loopback')
  expect(server.registered.size).toBe(0)
})

test('only the chosen clients are played', async () => {
  server.has('no PKCE')
  const { findings } = await examineMcp(server.url, { clients: ['codex'] })
  expect(new Set(findings.flatMap(({ clients }) => clients))).toEqual(new Set(['codex']))
  expect(findings.map(({ step }) => step)).not.toContain('tools')
})

test('a server that does not answer is said to be away, for all clients', async () => {
  const gone = await startBrokenServer()
  await gone.close()
  const { findings } = await examineMcp(gone.url)
  expect(findings[0]).toMatchObject({
    clients: ALL,
    detail: expect.stringMatching(/127.0.0.1:\d+ does not answer \(ECONNREFUSED\)/),
  })
  expect(findings).toHaveLength(2)
})
