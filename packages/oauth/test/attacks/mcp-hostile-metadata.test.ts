/** What a client says of itself is anybody's text: in a registration, or in a document at a URL of theirs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK, type McpApp, register, startMcp } from '../support/mcp.ts'

let app: McpApp

beforeAll(async () => {
  app = await startMcp()
})
afterAll(async () => await app.close())

async function send(body: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${app.origin}/oauth/mcp/register`, {
    method: 'POST',
    headers,
    body,
  })
  return { status: response.status, json: (await response.json()) as { error?: string } }
}

test.each([500, 5_000, 30_000])('a key that is nested %i deep is refused', async (depth) => {
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const key = `{"kty":"OKP","x":${nested}}`
  const { status, json } = await send(`{"redirect_uris":["${CALLBACK}"],"jwks":{"keys":[${key}]}}`)
  expect([status, json.error]).toEqual([400, 'invalid_client_metadata'])
})

test('a key with all that RFC 7517 names is taken', async () => {
  const texts = { kty: 'OKP', crv: 'Ed25519', x: 'a', kid: 'k', use: 'sig', alg: 'EdDSA', x5u: 'u' }
  const keys = [{ ...texts, key_ops: ['verify'], x5c: ['MIIB'], x5t: 't', ext: true, iat: 1.5 }]
  expect(await register(app, { jwks: { keys } })).toMatchObject({ jwks: { keys } })
})

test.each(['http://robot.example/keys', 'javascript:alert(1)', 'file:///etc/passwd', 'keys'])(
  'keys at %s are refused: whoever is on the way could replace them',
  async (jwks_uri) => {
    const metadata = { jwks_uri, token_endpoint_auth_method: 'private_key_jwt' }
    expect((await register(app, metadata)).error).toBe('invalid_client_metadata')
  },
)

describe('a name that does more on the page than to be read is refused:', () => {
  test.each([
    ['it turns the direction of the words after it', 'Robot\u202e?wollA'],
    ['it isolates, and leaves the end open', '\u2067Robot'],
    ['it breaks the line', 'Robot\u2028Set up by the operator'],
    ['it holds what nobody sees', 'Ro\u200bbot'],
    ['it is blank', ' \u3000\u00a0 '],
    ['it is filled with what looks blank', '\u3164\u2800'],
    ['it holds letters that are made for nobody to see', 'Robot\u{e0041}\u{e0042}'],
    ['it is filled with what stands for a letter and shows none', 'Ro\u115f\u034fbot'],
    ['it piles marks up until they cover the lines around it', `Robot${'\u0301'.repeat(9)}`],
    ['it does so with joiners between them', `Robot${'\u0301\u200d'.repeat(5)}`],
    ['it holds control characters', 'Robot\u0007'],
    ['it holds half a character', 'Robot\ud800'],
  ])('%s', async (_, name) => {
    const { json } = await send(JSON.stringify({ redirect_uris: [CALLBACK], client_name: name }))
    expect(json.error).toBe('invalid_client_metadata')
  })
})

test.each([
  'שלום',
  'Käse & Söhne',
  '例え',
  '👩‍💻 Robot ❤️',
  'می‌خواهم',
  'བསྒྲུབས',
  'בְּרֵאשִׁ֖ית',
  'Vie\u0323\u0302t',
])('the name %s is taken', async (name) => {
  expect(await register(app, { client_name: name })).toMatchObject({ client_name: name })
})
