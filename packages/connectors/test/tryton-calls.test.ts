import { createClient } from '@entrepot/rest'
import { type FakeReply, fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, it } from 'vitest'
import { ShopFailure } from '../src/adapter/outcomes.ts'
import { readChanges } from '../src/adapters/tryton/changes.ts'
import { tryton as adapter } from '../src/adapters/tryton/index.ts'
import { Tryton, TrytonError } from '../src/adapters/tryton/rpc.ts'

interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A Tryton that answers each call by a function. Sessions are open unless it says otherwise. */
function openTryton(answer: (call: Call) => FakeReply | undefined) {
  const calls: Call[] = []
  const transport = fakeTransport([
    {
      reply: (request) => {
        const call = JSON.parse(String(request.body)) as Call
        calls.push(call)
        const special = answer(call)
        if (special !== undefined) return special
        if (call.method === 'common.db.login') return { json: { id: 0, result: [7, 'key'] } }
        if (call.method.endsWith('get_preferences'))
          return { json: { id: 0, result: { company: 1 } } }
        return { json: { id: 0, result: [] } }
      },
    },
  ])
  const context = {
    role: 'merchant',
    settings: { url: 'https://tryton.example/', database: 'shop' },
    secrets: { user: 'connector', password: 'secret word' },
    http: createClient({ transport }),
  } as const
  return { tryton: new Tryton(context), calls, transport, context }
}

const failure = async (answer: (call: Call) => FakeReply | undefined) => {
  const { tryton } = openTryton(answer)
  return await tryton.search('sale.sale', [], ['id']).catch((error: unknown) => error)
}

const on = (method: string, reply: FakeReply) => (call: Call) =>
  call.method.endsWith(method) ? reply : undefined

describe('calls', () => {
  it('log in once, and carry the preferences of the user', async () => {
    const { tryton, calls, transport } = openTryton(() => undefined)
    await Promise.all([tryton.search('a.b', [], ['id']), tryton.search('a.c', [], ['id'])])
    expect(calls.map(({ method }) => method)).toEqual([
      'common.db.login',
      'model.res.user.get_preferences',
      'model.a.b.search_read',
      'model.a.c.search_read',
    ])
    expect(calls[2]?.params.at(-1)).toEqual({ company: 1 })
    const authorization = `Session ${Buffer.from('connector:7:key').toString('base64')}`
    expect(transport.requests[2]?.headers).toMatchObject({ authorization })
  })

  it('log in again when the session has expired, and repeat what Tryton has not done', async () => {
    let expired = 1
    const { tryton, calls } = openTryton(({ method }) =>
      method.endsWith('create') && expired-- > 0 ? { statusCode: 401 } : undefined,
    )
    await tryton.create('a.b', {}).catch(() => {})
    expect(calls.filter(({ method }) => method === 'common.db.login')).toHaveLength(2)
    expect(calls.filter(({ method }) => method.endsWith('create'))).toHaveLength(2)
  })

  it('that write are never sent again after an answer that was lost', async () => {
    const { tryton, calls } = openTryton(on('create', { statusCode: 503 }))
    await expect(tryton.create('a.b', {})).rejects.toMatchObject({ kind: 'unavailable' })
    expect(calls.filter(({ method }) => method.endsWith('create'))).toHaveLength(1)
  })

  it.each([
    [
      'too many calls',
      on('login', { statusCode: 429, headers: { 'retry-after': '7' } }),
      { kind: 'throttled', retryAfter: 7 },
    ],
    ['a wrong password', on('login', { statusCode: 401 }), { kind: 'denied' }],
    ['an unknown database', on('login', { statusCode: 404 }), { kind: 'settings' }],
    ['a method that is not there', on('search_read', { statusCode: 403 }), { kind: 'settings' }],
    ['a page instead of JSON', on('search_read', { body: '<html>' }), { kind: 'unavailable' }],
    [
      'a fault of Tryton',
      on('search_read', { json: { error: ['KeyError', ['x']] } }),
      { kind: 'unavailable' },
    ],
  ])('say what %s is', async (_what, answer, expected) => {
    const error = await failure(answer)
    expect(error).toBeInstanceOf(ShopFailure)
    expect(error).toMatchObject(expected)
    expect(JSON.stringify(error)).not.toContain('secret word')
    expect(String(error)).not.toContain('secret word')
  })

  it('give the words of Tryton for what concerns a record', async () => {
    const words = ['UserError', ['The address is missing.', 'For sale "1".']]
    const error = await failure(on('search_read', { json: { error: words } }))
    expect(error).toBeInstanceOf(TrytonError)
    expect(error).toBeInstanceOf(ShopFailure)
    expect(error).toMatchObject({ message: 'The address is missing. For sale "1".' })
  })
})

describe('the check', () => {
  it('gives the words of Tryton where the user lacks a right, and what to do', async () => {
    const words = ['UserError', ['You are not allowed to access "Tax".', '']]
    const { context } = openTryton(({ method }) => {
      if (method.endsWith('account.tax.search_read')) return { json: { error: words } }
      if (method.endsWith('company.read')) return { json: { result: [COMPANY] } }
      return undefined
    })
    expect(await adapter.open(context).check()).toEqual([
      {
        level: 'error',
        message: 'You are not allowed to access "Tax".',
        remedy: expect.stringContaining('groups'),
      },
    ])
  })
})

it('prices are in the currency of the company', async () => {
  const results: Readonly<Record<string, unknown>> = {
    'company.company.read': [COMPANY],
    'stock.location.search_read': [{ id: 3, name: 'Warehouse' }],
    'sale.line.fields_get': { unit_price: { digits: '[16, 4]' } },
  }
  const { context } = openTryton(({ method }) => {
    const result = results[method.replace('model.', '')]
    return result === undefined ? undefined : { json: { id: 0, result } }
  })
  expect(await adapter.open(context).merchant?.readCurrency?.()).toBe('EUR')
})

const COMPANY = { id: 1, currency: 1, 'currency.': { code: 'EUR', digits: 2 } }

describe('changes', () => {
  const stamp = (second: number) => ({
    ...{ __class__: 'datetime', year: 2026, month: 1, day: 1 },
    ...{ hour: 12, minute: 0, second, microsecond: 0 },
  })

  /** A model with records that were changed at seconds; ids are their places. */
  function model(seconds: number[]) {
    const { tryton, calls } = openTryton(({ method, params }) => {
      if (!method.endsWith('search_read')) return undefined
      const rows = seconds.map((second, index) => ({
        id: index + 1,
        write_date: stamp(second),
        create_date: stamp(0),
      }))
      const limit = params[2]
      return { json: { id: 0, result: limit === 1 ? rows.slice(-1) : rows } }
    })
    const feed = {
      watched: ['a.b'],
      ids: async (since: string | undefined, after: number, limit: number) => {
        void since
        return seconds
          .map((_, index) => index + 1)
          .filter((id) => id > after)
          .slice(0, limit)
      },
      read: async (ids: readonly number[]) => ids,
    }
    const read = async (cursor?: string) => {
      const pages: { readonly records: readonly number[]; readonly cursor?: string }[] = []
      for await (const page of readChanges(tryton, feed, cursor)) pages.push(page)
      return pages
    }
    return { seconds, calls, read }
  }

  it('are read in pages, each of which can be continued', async () => {
    const { read } = model(Array.from({ length: 450 }, () => 1))
    const pages = await read()
    expect(pages.map(({ records }) => records.length)).toEqual([200, 200, 50])
    const rest = await read(pages[0]?.cursor)
    expect(rest.flatMap(({ records }) => records)).toHaveLength(250)
    expect(await read(pages[2]?.cursor)).toEqual([])
  })

  it('are seen also if they become visible late, with an earlier time', async () => {
    const { read, seconds } = model([30])
    const [page] = await read()
    expect(await read(page?.cursor)).toEqual([])
    seconds.push(20)
    expect(await read(page?.cursor)).toHaveLength(1)
  })

  it('that are more than an answer should hold are read in pages', async () => {
    const { tryton, calls } = openTryton(({ method, params }) => {
      if (!method.endsWith('search_read')) return undefined
      const [[[, , after]], , limit] = params as [[[string, string, number]], number, number]
      const count = Math.min(limit, 2_500 - after)
      return {
        json: { id: 0, result: Array.from({ length: count }, (_, n) => ({ id: after + n + 1 })) },
      }
    })
    const rows = await tryton.searchAll('a.b', ['OR'], ['id'])
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
    expect(calls.filter(({ method }) => method.endsWith('search_read'))).toHaveLength(3)
  })

  it('with a cursor of something else fail in words', async () => {
    const { read } = model([1])
    await expect(read('page 2')).rejects.toMatchObject({ kind: 'settings' })
  })
})
