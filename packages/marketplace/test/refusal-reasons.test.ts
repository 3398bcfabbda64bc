/** What is stored of the reason of a refused call. */
import { expect, test } from 'vitest'
import { reasonOf } from '../src/kit/refusals/reason.ts'

const reason = (detail: string, secrets: readonly string[] = [], url = '/v2/orders') =>
  reasonOf({ detail, errors: [], requestId: 'request-1' }, url, secrets)

test('words of people, references and ids stay as they are', () => {
  const details = [
    'There is no order 2026-11-SHOPIFY-1234567890-NL.',
    'There is no order WEB-1183-Autumn-Sale-Rotterdam-2026.',
    'The event 0d9488a4-2f0b-4b6e-9d3c-6f1a2b3c4d5e is no longer there.',
    'The credentials lack the scope settings:read. Create a key with it.',
    'No credentials were sent. Send the API key in the header X-Api-Key, or an access token.',
    '/Url must begin with https://',
    'The webhook https://shop.example/events?source=hub is disabled.',
    'urn:entrepot:problem:market-idempotency-mismatch',
  ]
  for (const detail of details) expect(reason(detail).detail).toBe(detail)
  expect(reason('', [], '/v2/orders/acknowledgements/WEB-1183').path).toBe(
    '/v2/orders/acknowledgements/WEB-1183',
  )
})

test('what the call has sent as a secret is removed, also where it is cut off', () => {
  const secret = 'correct horse battery staple'
  expect(reason(`no "${secret}" here`, [secret]).detail).not.toContain('battery')
  expect(reason('no pa55 here', ['pa55']).detail).toBe('no [redacted] here')
  const long = `a(b)[c]${'.'.repeat(60)}`
  expect(reason(`'${long.slice(0, 40)}' is unknown`, [long]).detail).toBe("'[redacted]' is unknown")
})

test('the size is bounded, and the number of issues is kept', () => {
  const issue = { path: `/${'x'.repeat(5_000)}`, message: '\0'.repeat(5_000) }
  const errors = Array.from({ length: 300 }, () => issue)
  const problem = { detail: 'x'.repeat(1_000_000), errors, requestId: 'r'.repeat(64) }
  const began = performance.now()
  const stored = reasonOf(problem, `/v2/${'%C3%A9'.repeat(10_000)}?q=1`, [])
  expect(performance.now() - began).toBeLessThan(1_000)
  expect([stored.detail.length, stored.path.length]).toEqual([1_000, 500])
  expect([stored.errors.length, stored.errorCount]).toEqual([20, 300])
  expect(stored.errors[0]?.message).toBe(`${'\uFFFD'.repeat(499)}…`)
  expect(JSON.stringify(stored).length).toBeLessThan(20_000)
})

test.each(['A', '-', 'aA1', 'eyJ', 'https://', 'password=', 'bearer ', 'ab1', '%'])(
  'a text of many %s is read in little time',
  (part) => {
    const began = performance.now()
    for (let round = 0; round < 20; round += 1)
      reasonOf({ detail: part.repeat(2_000), requestId: 'x' }, `/v2/${part.repeat(2_000)}`, [])
    expect(performance.now() - began).toBeLessThan(500)
  },
)
