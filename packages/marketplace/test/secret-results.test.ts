import { expect, test } from 'vitest'
import { createSecretCodec } from '../src/kit/idempotency/results.ts'

const SECRETS = ['the secret of the hub']

test('a result with a secret can be read only with the key, the owner and a secret of the hub with which it was stored', () => {
  const result = { secret: 'ent_m1_x', record: { at: new Date(7), channelId: null }, of: undefined }
  const stored = createSecretCodec(SECRETS, 'a-key-of-a-client', '1 hash').encode(result)
  expect(stored.toString('latin1')).not.toContain('ent_m1')
  expect(Buffer.from(stored.toString(), 'base64').toString('latin1')).not.toContain('ent_m1')
  const read = (secrets: readonly string[], key: string, owner: string) =>
    createSecretCodec(secrets, key, owner).decode(stored)
  expect(read(SECRETS, 'a-key-of-a-client', '1 hash')).toEqual({ result })
  expect(read(['a newer secret', ...SECRETS], 'a-key-of-a-client', '1 hash')).toEqual({ result })
  for (const [secrets, key, owner] of [
    [SECRETS, 'another-key', '1 hash'],
    [SECRETS, 'a-key-of-a-client', '2 hash'],
    [['a newer secret'], 'a-key-of-a-client', '1 hash'],
    [[], 'a-key-of-a-client', '1 hash'],
  ] as const) {
    expect(read(secrets, key, owner)).toBeUndefined()
  }
})

test('a result with a secret is encrypted by the key alone if the hub has no secret', () => {
  const codec = createSecretCodec([], 'a-key-of-a-client', '1 hash')
  expect(codec.decode(codec.encode('ent_m1_x'))).toEqual({ result: 'ent_m1_x' })
  const other = createSecretCodec([], 'another-key', '1 hash')
  expect(other.decode(codec.encode('ent_m1_x'))).toBeUndefined()
})
