import { HubError, type HubEvent } from '@entrepot/client'
import { describe, expect, test } from 'vitest'
import { issueOf } from '../../src/components/form/issue-of.ts'
import { isSignedOut, isTransient, retryAfterOf } from '../../src/hub/api.ts'
import { concerns } from '../../src/shell/live/changes.ts'

const problem = (status: number, retryAfterMs?: number) =>
  new HubError(
    'getOrder',
    {
      title: 'Refused',
      status,
      code: 'MARKET_INVALID_INPUT',
      detail: 'It is wrong.',
      errors: [
        { path: '/Types/0', message: 'is unknown' },
        { path: '/Types', message: 'has too many' },
        { path: '/TypesOfOthers', message: 'is missing' },
      ],
    },
    undefined,
    retryAfterMs,
  )

describe('answers of the hub', () => {
  test.each([
    [problem(422), false],
    [problem(404), false],
    [problem(429), true],
    [problem(503), true],
    [new Error('no answer'), true],
  ])('%s is retried: %s', (error, expected) => {
    expect(isTransient(error)).toBe(expected)
  })

  test('say when nobody is signed in, and how long to wait', () => {
    expect([isSignedOut(problem(401)), isSignedOut(new Error('401'))]).toEqual([true, false])
    expect([retryAfterOf(problem(429, 5_000)), retryAfterOf(new Error('x'))]).toEqual([
      5_000,
      undefined,
    ])
  })

  test('a field shows its own issues and those below it, and no others', () => {
    expect(issueOf(problem(422), '/Types')).toBe('Is unknown. Has too many.')
    expect(issueOf(problem(422), '/Label')).toBeUndefined()
    expect(issueOf(new Error('x'), '/Types')).toBeUndefined()
  })
})

describe('an event concerns', () => {
  const event = (Type: string, changes: object = {}) =>
    ({ Type, Subject: null, Data: {}, ...changes }) as HubEvent
  const order = event('order.created', { Subject: { Kind: 'order', Id: '17' } })
  const connection = event('connection.failing', { Subject: { Kind: 'connection', Id: '7' } })
  const products = (References: readonly string[], More = 0) =>
    event('products.changed', { Data: { References, More } })

  test.each([
    ['the order that it names', order, ['orders', '1', 'one', 17], true],
    ['the connection that it names', connection, ['connections', '1', 'one', 7], true],
    ['no other connection', connection, ['connections', '1', 'one', 8], false],
    ['the list of connections', connection, ['connections', '1', 'listConnections', {}], true],
    ['where records are in shops', connection, ['connected-records', '1', 'order', '17'], true],
    ['where an order is in shops', order, ['connected-records', '1', 'order', '17'], true],
    ['no other order in shops', order, ['connected-records', '1', 'order', '18'], false],
    [
      'where a product is in shops',
      products(['MUG']),
      ['connected-records', '1', 'product', 'MUG'],
      true,
    ],
    [
      'no other product in shops',
      products(['MUG']),
      ['connected-records', '1', 'product', 'CAP'],
      false,
    ],
    ['no other order', order, ['orders', '1', 'one', 18], false],
    ['every list of orders', order, ['orders', '1', 'list', { cursor: 'c' }], true],
    ['the overview', order, ['overview', '1'], true],
    ['the log of events', order, ['events', '1', 'listRecentEvents', {}], true],
    ['the products, of which it reserves units', order, ['products', '1', 'one', 'MUG'], true],
    ['no returns', order, ['returns', '1', 'listReturns', {}], false],
    ['the products that it names', products(['MUG']), ['products', '1', 'one', 'MUG'], true],
    ['no other product', products(['MUG']), ['products', '1', 'one', 'CAP'], false],
    [
      'every product if more have changed',
      products(['MUG'], 1),
      ['products', '1', 'one', 'CAP'],
      true,
    ],
    ['the subject of its name, if the kind is new', event('rocket.built'), ['rockets', '1'], true],
  ] as const)('%s', (_, given, key, expected) => {
    expect(concerns(given, key)).toBe(expected)
  })
})
