/** The key set was empty before the first token, and a client that kept it could verify none. */
import { expect, test } from 'vitest'
import { startMcp } from '../support/mcp.ts'

test('the key set holds a public key before the first token', async () => {
  const fresh = await startMcp({ mcp: { signingAlgorithm: 'EdDSA' } })
  const response = await fetch(`${fresh.origin}/.well-known/jwks.json`)
  const { keys } = (await response.json()) as { keys: readonly object[] }
  expect(keys).toEqual([
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String),
      alg: 'EdDSA',
      use: 'sig',
      kid: expect.any(String),
    },
  ])
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  await fresh.close()
})
