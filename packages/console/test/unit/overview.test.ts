import { describe, expect, test } from 'vitest'
import { statusesOf } from '../../src/orders/search.ts'
import type { Overview } from '../../src/overview/queries.ts'
import { salesRows } from '../../src/overview/sales.ts'
import { tasksOf } from '../../src/overview/tasks.ts'

const AT = '2026-11-23T12:00:00Z'

type Channel = NonNullable<Overview['Channels']>[number]

const channel = (changes: Partial<Channel>): Channel =>
  ({ Id: 1, Name: 'Web shop', IsActive: true, LastPoll: AT, Pending: 0, ...changes }) as Channel

const EMPTY = {
  At: AT,
  Orders: null,
  ReturnsToDecide: null,
  Channels: null,
  EndingKeys: null,
  FailingWebhooks: null,
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
    const counts = { Late: 1, Short: 5, ToAcknowledge: 2, ToCorrect: 3, ToShip: 7 }
    const tasks = tasksOf({ ...EMPTY, Orders: orders(counts), ReturnsToDecide: 4 }, [])
    expect(tasks.map(({ id, count }) => [id, count])).toEqual([
      ['late', 1],
      ['short', 5],
      ['acknowledge', 2],
      ['correct', 3],
      ['ship', 7],
      ['returns', 4],
    ])
    const statuses = (id: string) => statusesOf(tasks.find((task) => task.id === id)?.search ?? {})
    expect(statuses('acknowledge')).toEqual(['NEW'])
    expect(statuses('correct')).toEqual(['REQUIRES_CORRECTION'])
    // What the hub counts as ToShip.
    expect(statuses('ship')).toEqual(['IN_PROGRESS', 'IN_BACKORDER'])
  })

  test('name active channels that lag or have never polled', () => {
    const Channels = [
      channel({ Name: 'current', Pending: 9, LastPoll: '2026-11-23T11:30:00Z' }),
      channel({ Name: 'idle', LastPoll: '2026-11-01T00:00:00Z' }),
      channel({ Name: 'lagging', Pending: 1, LastPoll: '2026-11-23T10:59:59Z' }),
      channel({ Name: 'silent', LastPoll: null }),
      channel({ Name: 'inactive', IsActive: false, LastPoll: null }),
    ]
    const tasks = tasksOf({ ...EMPTY, Channels }, [])
    expect(tasks.map(({ id, names }) => [id, names])).toEqual([
      ['lagging', ['lagging']],
      ['silent', ['silent']],
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
      ['Warehouse'],
      ['Repricer', 'Bot'],
    ])
    expect(tasks.at(-1)?.since).toBe('2026-11-20T00:00:00Z')
  })
})

describe('the rows of a chart', () => {
  const sale = (day: string, ChannelId: number, OrderCount: number) => ({
    Date: day,
    ChannelId,
    OrderCount,
    Revenue: OrderCount * 10,
  })

  test('are the 30 days up to today, with 0 where nothing was sold', () => {
    const { rows, series } = salesRows(
      [sale('2026-11-23', 1, 2), sale('2026-10-01', 1, 9)],
      [channel({})],
      '2026-11-23',
      'Revenue',
    )
    expect(rows).toHaveLength(30)
    expect(rows[0]).toEqual({ Date: '2026-10-25', 'Web shop': 0 })
    expect(rows.at(-1)).toEqual({ Date: '2026-11-23', 'Web shop': 20 })
    expect(series.map(({ name }) => name)).toEqual(['Web shop'])
  })

  test('join all channels but the four largest, and name a channel that is gone by its id', () => {
    const sales = [1, 2, 3, 4, 5, 6].map((id) => sale('2026-11-23', id, id))
    const { rows, series } = salesRows(sales, [channel({ Id: 6 })], '2026-11-23', 'OrderCount')
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
  })
})
