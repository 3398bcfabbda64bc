/** Which key of a client verifies an assertion: the one that it names, and none that it does not have. */
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { nameClientKey, readClientKey } from '../../src/index.ts'
import { asAssertion } from '../support/assertion.ts'
import { type McpApp, post, startMcp } from '../support/mcp.ts'

const MANY = 40

interface Pair {
  readonly privateKey: CryptoKey
  readonly publicKey: JWK
}

let app: McpApp
let pairs: readonly Pair[]
/** The keys of clients that the application names. @default all */
let resolved: readonly JWK[] | undefined

beforeAll(async () => {
  pairs = await Promise.all(
    Array.from({ length: MANY }, async () => {
      const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
      return { privateKey, publicKey: await exportJWK(publicKey) }
    }),
  )
  const [first, second] = pairs.map(({ publicKey }) => publicKey)
  const keys = pairs.map(({ publicKey }) => publicKey)
  const clients = {
    unnamed: [first, second],
    named: [
      { ...first, kid: 'old' },
      { ...second, kid: 'new', alg: 'EdDSA', use: 'sig', key_ops: ['verify'] },
    ],
    mixed: [{ ...first, kid: 'old' }, second],
    sealing: [{ ...first, use: 'enc' }],
  }
  app = await startMcp({
    setUp: ({ oauth }) =>
      oauth.registerHooks({
        onResolveMCPClient: () => ({
          ...{ name: 'Many', scope: 'x' },
          jwks: { keys: (resolved ?? keys) as never },
        }),
      }),
    mcp: {
      clientCredentials: { enabled: true, resolveClients: true, rateLimit: false },
      clients: Object.fromEntries(
        Object.entries(clients).map(([name, jwks]) => [
          name,
          { jwks: { keys: jwks as Record<string, unknown>[] }, grantTypes: ['client_credentials'] },
        ]),
      ),
    },
  })
})
afterAll(async () => await app.close())

interface Options {
  readonly kid?: string
  readonly alg?: string
  /** Seconds from now. */
  readonly exp?: number
  readonly iat?: number
}

/** Signs with a key, by default without `iat`. */
async function ask(clientId: string, pair: Pair | undefined, options: Options = {}) {
  const { kid, alg = 'EdDSA', exp = 60, iat } = options
  const now = Math.floor(Date.now() / 1_000)
  const token = await new SignJWT({
    ...{ iss: clientId, sub: clientId, aud: app.issuer, jti: crypto.randomUUID(), exp: now + exp },
    ...(iat !== undefined && { iat: now + iat }),
  })
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    .sign((pair as Pair).privateKey)
  const grant = { grant_type: 'client_credentials', ...asAssertion(token) }
  return (await post(`${app.origin}/oauth/mcp/token`, grant)).status
}

test('the key that an assertion names verifies it, and no other one of the client', async () => {
  const [first, second, stranger] = pairs
  expect(await ask('named', first, { kid: 'old' })).toBe(200)
  expect(await ask('named', second, { kid: 'new' })).toBe(200)
  expect(await ask('named', first, { kid: 'new' })).toBe(401)
  expect(await ask('named', first, { kid: 'third' })).toBe(401)
  expect(await ask('named', stranger, { kid: 'old' })).toBe(401)
})

test('an assertion without a name is verified with each key that fits', async () => {
  const [first, second, stranger] = pairs
  for (const client of ['named', 'unnamed', 'mixed']) {
    expect([client, await ask(client, first)]).toEqual([client, 200])
    expect([client, await ask(client, second)]).toEqual([client, 200])
    expect([client, await ask(client, stranger)]).toEqual([client, 401])
  }
})

test('a name that the client has not registered means its keys without names only', async () => {
  const [first, second] = pairs
  expect(await ask('unnamed', second, { kid: 'any' })).toBe(200)
  expect(await ask('mixed', second, { kid: 'any' })).toBe(200)
  expect(await ask('mixed', first, { kid: 'any' })).toBe(401)
})

test('the two names of one algorithm are the same, and a key for encryption verifies nothing', async () => {
  expect(await ask('named', pairs[1], { kid: 'new', alg: 'Ed25519' })).toBe(200)
  expect(await ask('sealing', pairs[0])).toBe(401)
})

test('an assertion without iat lives no longer than one with it', async () => {
  const [first] = pairs
  expect(await ask('unnamed', first, { exp: 300 })).toBe(200)
  expect(await ask('unnamed', first, { exp: 320 })).toBe(401)
  expect(await ask('unnamed', first, { exp: 60, iat: -280 })).toBe(401)
  expect(await ask('unnamed', first, { exp: -10 })).toBe(401)
})

test('not more than eight keys are tried, however many the client has', async () => {
  expect(await ask('many', pairs[7])).toBe(200)
  expect(await ask('many', pairs[8])).toBe(401)
  expect(await ask('many', pairs.at(-1))).toBe(401)
})

test('an assertion that names its key costs the import of this key alone, and stored keys are named without one', async () => {
  const imports = vi.spyOn(crypto.subtle, 'importKey')
  onTestFinished(() => imports.mockRestore())
  const keys = pairs.slice(0, 4).map(({ publicKey }, index) => ({ ...publicKey, kid: `${index}` }))
  resolved = keys
  onTestFinished(() => {
    resolved = undefined
  })
  expect(await ask('four', pairs[2], { kid: '2' })).toBe(200)
  expect(imports).toHaveBeenCalledTimes(1)
  imports.mockClear()
  const named = await Promise.all(keys.map((key) => nameClientKey(key as never)))
  expect(imports).not.toHaveBeenCalled()
  expect(named).toEqual(await Promise.all(keys.map((key) => readClientKey(key as never))))
})

test('an application reads a key as the server uses it: its thumbprint, and nothing that is not needed', async () => {
  const [{ publicKey } = { publicKey: {} as JWK }] = pairs
  const sent = { ...publicKey, kid: 'old', use: 'sig', alg: 'Ed25519', 'x5t#S256': 'x' }
  const key = await readClientKey(sent)
  expect(key).toEqual({
    id: expect.stringMatching(/^[\w-]{43}$/),
    kid: 'old',
    algorithm: 'EdDSA',
    jwk: { ...publicKey, kid: 'old' },
  })
  // The example of RFC 8037, appendix A.3.
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
  const example = await readClientKey({ kty: 'OKP', crv: 'Ed25519', x })
  expect(example).toMatchObject({ id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' })
})
