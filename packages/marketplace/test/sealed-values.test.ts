/** Values that 0.1.0 has sealed, as databases contain them. */
import { expect, test } from 'vitest'
import { createSealer } from '../src/kit/shared/sealer.ts'

const SECRETS = [
  'a newer secret of at least 32 characters',
  'a secret of 0.1.0, at least 32 characters',
]

test.each([
  ['webhooks', 'hook-7', 'kPbpalDl8wP6mJ_pB0tF3lyWEkdzznBQgmv19W4AYA0M8-8W', 'whsec_é'],
  [
    'idempotency',
    'call-7',
    'Fonk6JljMjXk17A7wvGRWGVktgamKU5kyNO6AXX_lquQkWH4Apoh6qM8',
    '{"status":201}',
  ],
])(
  'a value of %s that 0.1.0 has sealed is opened, for its context',
  (purpose, context, sealed, text) => {
    const sealer = createSealer(SECRETS, purpose)
    expect(sealer.open(context, sealed)).toBe(text)
    expect(sealer.open('another', sealed)).toBeUndefined()
  },
)

test('no secret and a short secret are refused', () => {
  expect(() => createSealer([])).toThrow('at least one secret')
  expect(() => createSealer([...SECRETS, 'short'])).toThrow('under 32 characters')
})
