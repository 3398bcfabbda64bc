import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { signJwt } from '../../src/mcp/keys/sign-jwt.ts'

const KEYS = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  EdDSA: generateKeyPairSync('ed25519').privateKey,
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
}

describe.each(['ES256', 'EdDSA', 'RS256'] as const)('a JWT signed with %s', (alg) => {
  test('is verified by jose, with the claims and the header that it was made of', async () => {
    const key = KEYS[alg]
    const claims = { sub: 'Zoë', jti: 'one', nested: { list: [1, null] } }
    const jwt = await signJwt({ kid: 'k', alg, key }, 'at+jwt', claims)
    const { payload } = await jwtVerify(jwt, createPublicKey(key), { typ: 'at+jwt' })
    expect(payload).toEqual(claims)
    expect(decodeProtectedHeader(jwt)).toEqual({ alg, kid: 'k', typ: 'at+jwt' })
  })
})

test('signatures on P-256 have 64 bytes, however small their numbers are', async () => {
  const key = KEYS.ES256
  const small = { r: 0, s: 0 }
  // One number in 256 begins with a zero byte, which DER leaves out.
  for (let number = 0; number < 20_000 && Math.min(small.r, small.s) < 2; number += 1) {
    const jwt = await signJwt({ kid: 'k', alg: 'ES256', key }, 'at+jwt', { number })
    const signature = Buffer.from(jwt.split('.')[2] ?? '', 'base64url')
    expect(signature).toHaveLength(64)
    const hasSmall = { r: signature[0] === 0, s: signature[32] === 0 }
    if (!hasSmall.r && !hasSmall.s) continue
    await jwtVerify(jwt, createPublicKey(key))
    small.r += Number(hasSmall.r)
    small.s += Number(hasSmall.s)
  }
  expect(Math.min(small.r, small.s)).toBe(2)
})
