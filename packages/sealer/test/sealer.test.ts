import { createSealer, deriveKey } from '@entrepot/sealer'
import { expect, test } from 'vitest'

const SECRET = 'a secret of 0.1.0, at least 32 characters'
const sealerOf = (...secrets: readonly string[]) =>
  createSealer(secrets.map((secret) => deriveKey(secret, 'tests v1')))

test('a text is opened for the context that it was sealed for, and for no other', () => {
  const sealed = sealerOf(SECRET).seal('a', 'tëxt')
  expect(sealerOf(SECRET).open('a', sealed)).toBe('tëxt')
  expect(sealerOf(SECRET).open('b', sealed)).toBeUndefined()
  expect(sealerOf(SECRET).seal('a', 'tëxt')).not.toBe(sealed)
})

test('an empty text is sealed, too', () => {
  expect(sealerOf(SECRET).open('a', sealerOf(SECRET).seal('a', ''))).toBe('')
})

test('a text that was changed anywhere or cut is not opened', () => {
  const sealed = sealerOf(SECRET).seal('a', 'text')
  const bytes = Buffer.from(sealed, 'base64url')
  for (const index of bytes.keys()) {
    const damaged = Buffer.from(bytes)
    damaged[index] = (damaged[index] ?? 0) ^ 1
    expect(sealerOf(SECRET).open('a', damaged.toString('base64url'))).toBeUndefined()
    const cut = bytes.subarray(0, index).toString('base64url')
    expect(sealerOf(SECRET).open('a', cut)).toBeUndefined()
  }
})

test('every key opens, and the first one seals', () => {
  const [old, next] = [SECRET, 'another secret of at least 32 characters']
  const sealed = sealerOf(old).seal('a', 'text')
  expect(sealerOf(next).open('a', sealed)).toBeUndefined()
  expect(sealerOf(next, old).open('a', sealed)).toBe('text')
  expect(sealerOf(old).open('a', sealerOf(next, old).seal('a', 'text'))).toBeUndefined()
})

test('keys of different purposes differ', () => {
  const sealed = sealerOf(SECRET).seal('a', 'text')
  expect(createSealer([deriveKey(SECRET, 'tests v2')]).open('a', sealed)).toBeUndefined()
})

test('a sealer without a key is refused', () => {
  expect(() => createSealer([])).toThrow(TypeError)
})

test('a text that 0.1.0 has sealed is opened', () => {
  const sealed = 'kPbpalDl8wP6mJ_pB0tF3lyWEkdzznBQgmv19W4AYA0M8-8W'
  const sealer = createSealer([deriveKey(SECRET, '@entrepot/marketplace webhooks v1')])
  expect(sealer.open('hook-7', sealed)).toBe('whsec_é')
})
