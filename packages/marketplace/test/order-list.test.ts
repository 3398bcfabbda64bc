import { execute, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../src/shared/paging.ts'
import { type Answer, anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
  for (let number = 1; number <= 7; number += 1) await create(`L-${number}`)
})
afterAll(async () => await api.close())

const create = async (reference: string, change: object = {}) =>
  (await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference, ...change })))
    .body
const list = async (query: string) => await api.merchant('GET', `/v2/orders${query}`)
const references = ({ body }: Answer): string[] =>
  body.map((order: { ChannelReference: string }) => order.ChannelReference)
const nextOf = ({ headers }: Answer) => /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]

describe('GET /v2/orders', () => {
  test('returns each order once, oldest first, page by page, even if orders are created meanwhile', async () => {
    // One transaction gives all rows one moment of creation: only the id tells them apart.
    await execute(
      api.database,
      sql`update marketplace.orders set created_at = '2026-01-01T00:00:00.123456Z'
      where channel_reference in ('L-2', 'L-3', 'L-4')`,
    )
    const seen: string[] = []
    let path: string | undefined = '/v2/orders?pageSize=2&apikey=secret'
    for (let page = 1; path !== undefined; page += 1) {
      const answer = await api.merchant('GET', path)
      expect(String(answer.headers.link)).not.toContain('secret')
      seen.push(...references(answer))
      path = nextOf(answer)
      if (page === 2) await create('L-8')
    }
    expect(seen).toEqual(['L-2', 'L-3', 'L-4', 'L-1', 'L-5', 'L-6', 'L-7', 'L-8'])
  })

  test('ends a page at 20,000 lines, and links to the next page', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      ...anOrder().Lines[0],
      ChannelReference: `${index}`,
    }))
    for (const number of [1, 2, 3, 4, 5]) await create(`LONG-${number}`, { Lines: lines })
    const first = (await list('?pageSize=1000')).body.find(
      (order: { ChannelReference: string }) => order.ChannelReference === 'LONG-1',
    )
    const page = await list(`?createdSince=${encodeURIComponent(first.CreatedAt)}`)
    expect(references(page)).toEqual(['LONG-1', 'LONG-2', 'LONG-3', 'LONG-4'])
    const rest = await api.merchant('GET', nextOf(page) ?? '')
    expect(references(rest)).toEqual(['LONG-5'])
    expect(nextOf(rest)).toBeUndefined()
    await execute(
      api.database,
      sql`delete from marketplace.order_lines l using marketplace.orders o
      where o.order_id = l.order_id and o.channel_reference like 'LONG%'`,
    )
    await execute(
      api.database,
      sql`delete from marketplace.orders where channel_reference like 'LONG%'`,
    )
  })

  test('filters by status, channel, time of creation and time of update', async () => {
    const flagged = await create('L-FLAG', {
      Lines: [{ ...anOrder().Lines[0], MerchantProductReference: 'NOWHERE' }],
    })
    expect(references(await list('?status=REQUIRES_CORRECTION'))).toEqual(['L-FLAG'])
    const first = (await list('?pageSize=1')).body[0]
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(first, 'M-1'))
    expect(references(await list('?status=IN_PROGRESS'))).toEqual(['L-2'])
    const since = encodeURIComponent(flagged.CreatedAt.replace('Z', '+00:00'))
    expect(references(await list(`?createdSince=${since}`))).toEqual(['L-FLAG'])
    expect(references(await list(`?updatedSince=${since}`))).toEqual(['L-2', 'L-FLAG'])
    expect(references(await list(`?channelId=${api.channel.channelId}&pageSize=1`))).toEqual([
      'L-2',
    ])
    expect(references(await list('?channelId=999999'))).toEqual([])
  })

  test.each([
    'status=LOST',
    'createdSince=yesterday',
    'pageSize=0',
    'channelId=x',
    'cursor=nonsense',
  ])('refuses %s with 400 and the name of the parameter', async (query) => {
    const answer = await list(`?${query}`)
    const path = `/${query.split('=')[0]}`
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })
})

test('a cursor is decoded as it was encoded, and other text is refused', () => {
  const digits = (max: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(max) - 1n }).map(String)
  fc.assert(
    fc.property(digits(16), digits(18), (micros, id) => {
      expect(decodeCursor(encodeCursor({ micros, id }))).toEqual({ micros, id })
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = decodeCursor(text)
      if (cursor) expect(cursor.id).toMatch(/^\d{1,18}$/)
    }),
  )
})
