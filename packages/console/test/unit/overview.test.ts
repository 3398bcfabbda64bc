import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { statusesOf } from '../../src/orders/search.ts'
import { roundTicks } from '../../src/overview/axis.ts'
import type { Overview, Sales } from '../../src/overview/queries.ts'
import { changeOf, dailyTotals, salesRows, soldWords } from '../../src/overview/sales.ts'
import { overviewSearch } from '../../src/overview/search.ts'
import { mostInRow, needsAttention, tasksOf } from '../../src/overview/tasks.ts'

const AT = '2026-11-23T12:00:00Z'

type Channel = NonNullable<Overview['Channels']>[number]

const channel = (changes: Partial<Channel>): Channel =>
  ({
    Id: 1,
    Name: 'Web shop',
    IsActive: true,
    HasKeys: true,
    LastPoll: AT,
    Pending: 0,
    ...changes,
  }) as Channel

const EMPTY = {
  At: AT,
  Orders: null,
  ReturnsToDecide: null,
  Channels: null,
  EndingKeys: null,
  FailingWebhooks: null,
  Connections: null,
  Comparison: null,
  Sales: null,
  UnitsReturned: null,
} as Overview

const orders = (changes: object) =>
  ({
    Late: 0,
    OldestShipBy: null,
    Short: 0,
    ToAcknowledge: 0,
    OldestToAcknowledge: null,
    ToCorrect: 0,
    ToShip: 0,
    InBackorder: 0,
    OldestOpen: null,
    ...changes,
  }) as NonNullable<Overview['Orders']>

describe('tasks', () => {
  test('are none if the role may see nothing, or if nothing waits', () => {
    expect(tasksOf(EMPTY, [])).toEqual([])
    expect(tasksOf({ ...EMPTY, Orders: orders({}), ReturnsToDecide: 0, Channels: [] }, [])).toEqual(
      [],
    )
  })

  test('lead to the orders that they count', () => {
    const counts = { Late: 1, Short: 5, ToAcknowledge: 2, ToCorrect: 3, ToShip: 9, InBackorder: 2 }
    const tasks = tasksOf({ ...EMPTY, Orders: orders(counts), ReturnsToDecide: 4 }, [])
    expect(tasks.map(({ id, count }) => [id, count])).toEqual([
      // The most urgent first, everyday work last.
      ['late', 1],
      ['short', 5],
      ['correct', 3],
      ['acknowledge', 2],
      ['returns', 4],
      ['ship', 7],
      ['backorder', 2],
    ])
    expect(tasks.filter(needsAttention)).toEqual(tasks.slice(0, -2))
    const statuses = (id: string) => statusesOf(tasks.find((task) => task.id === id)?.search ?? {})
    expect(statuses('acknowledge')).toEqual(['NEW'])
    expect(statuses('correct')).toEqual(['REQUIRES_CORRECTION'])
    // Nobody can ship what waits for stock.
    expect(statuses('ship')).toEqual(['IN_PROGRESS'])
    expect(statuses('backorder')).toEqual(['IN_BACKORDER'])
  })

  test('count shops that fail or are offline before what waits, and records with a problem in shops', () => {
    const Connections = { Failing: 2, Offline: 1, Problems: 5 } as Overview['Connections']
    const tasks = tasksOf({ ...EMPTY, Connections }, [])
    expect(tasks.map(({ id, count, tone, to }) => [id, count, tone, to])).toEqual([
      ['shops', 3, 'urgent', '/shops'],
      ['unsent', 5, 'open', '/shops'],
    ])
    const none = { Failing: 0, Offline: 0, Problems: 0 } as Overview['Connections']
    expect(tasksOf({ ...EMPTY, Connections: none }, [])).toEqual([])
  })

  test('name active channels that lag or have never polled', () => {
    const Channels = [
      channel({ Name: 'current', Pending: 9, LastPoll: '2026-11-23T11:30:00Z' }),
      channel({ Name: 'idle', LastPoll: '2026-11-01T00:00:00Z' }),
      channel({ Name: 'lagging', Pending: 1, LastPoll: '2026-11-23T10:59:59Z' }),
      channel({ Name: 'silent', LastPoll: null }),
      channel({ Name: 'by hand', LastPoll: null, HasKeys: false }),
      channel({ Name: 'inactive', IsActive: false, LastPoll: null }),
    ]
    const tasks = tasksOf({ ...EMPTY, Channels }, [])
    expect(tasks.map(({ id, names }) => [id, names])).toEqual([
      ['lagging', ['lagging']],
      ['silent', ['silent has never fetched']],
    ])
  })

  test('name webhooks that fail by their label or URL, keys, and agents with the oldest', () => {
    const tasks = tasksOf(
      {
        ...EMPTY,
        FailingWebhooks: [
          { Id: 1, Label: '', Url: 'https://a.example' },
          { Id: 2, Label: 'ERP', Url: 'https://b.example' },
        ],
        EndingKeys: [{ Id: 3, Label: 'Warehouse' }],
      } as unknown as Overview,
      [
        { Name: 'Repricer', CreatedAt: '2026-11-20T00:00:00Z' },
        { Name: 'Bot', CreatedAt: '2026-11-21T00:00:00Z' },
      ] as never,
    )
    expect(tasks.map(({ names }) => names)).toEqual([
      ['https://a.example', 'ERP'],
      ['Repricer', 'Bot'],
      ['Warehouse'],
    ])
    expect(tasks[1]?.since).toBe('2026-11-20T00:00:00Z')
  })
})

describe('sales', () => {
  const sale = (day: string, ChannelId: number, OrderCount: number) => ({
    Date: day,
    ChannelId,
    OrderCount,
    Revenue: OrderCount * 10,
  })
  const salesOf = (Days: ReturnType<typeof sale>[]) =>
    ({ FirstDay: '2026-10-25', LastDay: '2026-11-23', Days }) as unknown as Sales

  test('are rows for each day of the period, with 0 where nothing was sold', () => {
    const sales = salesOf([sale('2026-11-23', 1, 2), sale('2026-10-25', 1, 1)])
    const { rows, series } = salesRows(sales, [channel({})], 'Revenue')
    expect(rows).toHaveLength(30)
    expect(rows[0]).toEqual({ Date: '2026-10-25', 'Web shop': 10 })
    expect(rows[1]).toEqual({ Date: '2026-10-26', 'Web shop': 0 })
    expect(rows.at(-1)).toEqual({ Date: '2026-11-23', 'Web shop': 20 })
    expect(series.map(({ name }) => name)).toEqual(['Web shop'])
  })

  test('join all channels but the four largest, and name a channel that is gone by its id', () => {
    const sales = salesOf([1, 2, 3, 4, 5, 6].map((id) => sale('2026-11-23', id, id)))
    const { rows, series } = salesRows(sales, [channel({ Id: 6 })], 'OrderCount')
    const names = ['Web shop', 'Channel 5', 'Channel 4', 'Channel 3', 'Others']
    expect(series.map(({ name }) => name)).toEqual(names)
    expect(rows.at(-1)).toEqual({
      Date: '2026-11-23',
      'Web shop': 6,
      'Channel 5': 5,
      'Channel 4': 4,
      'Channel 3': 3,
      Others: 3,
    })
    expect(dailyTotals(sales, 'OrderCount').at(-1)).toBe(21)
    expect(dailyTotals(sales, 'OrderCount').slice(0, 29)).toEqual(Array(29).fill(0))
  })

  test('say by how many orders the average divides, if not all have revenue', () => {
    expect(soldWords({ OrderCount: 100, SoldCount: 95 })).toBe('From 95 orders with revenue')
    expect(soldWords({ OrderCount: 100, SoldCount: 1 })).toBe('From 1 order with revenue')
    expect(soldWords({ OrderCount: 95, SoldCount: 95 })).toBeUndefined()
  })

  test('have changed against what was before, if there was something', () => {
    vi.stubGlobal('localStorage', { getItem: () => 'en-GB' })
    expect(changeOf(112, 100)).toBe('+12%')
    expect(changeOf(50, 100)).toBe('-50%')
    expect(changeOf(100, 100)).toBe('0%')
    for (const [now, before] of [
      [1, 0],
      [null, 1],
      [1, null],
    ] as const) {
      expect(changeOf(now, before)).toBeUndefined()
    }
    vi.unstubAllGlobals()
  })

  test('are shown for a period of the address, and for 30 days if it names none of them', () => {
    const read = (search: object) => v.parse(overviewSearch, search)
    expect([read({ days: 7 }), read({ days: '90' })]).toEqual([{ days: 7 }, { days: 90 }])
    expect([read({ days: 8 }), read({ days: 'x' }), read({})]).toEqual([{}, {}, {}])
  })
})

test('the tiles of what waits fill their rows about equally', () => {
  expect([1, 4, 7, 8, 9, 14, 15].map(mostInRow)).toEqual([1, 4, 7, 4, 5, 7, 5])
})

describe('the values beside an axis', () => {
  test('are round', () => {
    expect(roundTicks(371)).toEqual([0, 100, 200, 300, 400])
    expect(roundTicks(95)).toEqual([0, 25, 50, 75, 100])
    expect(roundTicks(0.7)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
    expect(roundTicks(1_900_000)).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000])
  })

  test('are whole where there are no parts of one', () => {
    expect(roundTicks(3, true)).toEqual([0, 1, 2, 3])
    expect(roundTicks(9, true)).toEqual([0, 5, 10])
    expect(roundTicks(2, true)).toEqual([0, 1, 2])
    expect(roundTicks(20, true)).toEqual([0, 5, 10, 15, 20])
  })

  test('begin at 0 and have a step where there is nothing', () => {
    expect(roundTicks(0, true)).toEqual([0, 1])
    expect(roundTicks(0).length).toBe(2)
  })
})
