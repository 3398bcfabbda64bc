/** Reading the log: 100 events after a cursor, among many and among few. */
import { execute, query, sql } from '@entrepot/database'
import type { BedHub } from '../hub.ts'
import { brief, measure, median, printTable, say } from '../measure.ts'

const FEW = 10_000
const READS = 400
const IN_FLIGHT = 4
const PAGE = 100

/** A log of this many events, and cursors into it. */
interface Log {
  readonly hub: BedHub
  readonly count: number
  readonly cursors: readonly string[]
}

/** @returns how much longer a read takes in the large log */
export async function compareReading(
  largeHub: BedHub,
  smallHub: BedHub,
  many: number,
  rounds: number,
): Promise<number> {
  const large = await prepare(largeHub, many)
  const small = await prepare(smallHub, FEW)
  const rows: { round: number; large: number; small: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? [large, small] : [small, large]
    const times = new Map<Log, number>()
    for (const log of order) times.set(log, await readOften(log))
    // The first round is a warm-up for both.
    if (round > 0) rows.push({ round, large: times.get(large) ?? 0, small: times.get(small) ?? 0 })
  }
  printTable(
    rows.map((row) => ({
      round: row.round,
      [`among ${many}, p50 ms`]: brief(row.large),
      [`among ${FEW}, p50 ms`]: brief(row.small),
      ratio: brief(row.large / row.small),
    })),
  )
  return brief(median(rows.map((row) => row.large / row.small)))
}

/** Fills the log of the merchant with events of orders, and finds cursors all over it. */
async function prepare(hub: BedHub, count: number): Promise<Log> {
  say(`preparing a log of ${count} events`)
  const { database } = hub
  const [{ id = '' } = {}] = await query<{ id: string }>(
    database,
    sql`select customer_id as id from marketplace.customers`,
  )
  await execute(
    database,
    sql`
    insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, data, occurred_at)
    select ${id}, 'shipment.created', 'order', (1000000000 + n / 5)::text, n % 5 + 1,
      jsonb_build_object('Status', 'SHIPPED', 'Record', jsonb_build_object('Kind', 'SHIPMENT', 'Reference', 'S-' || n)), now()
    from generate_series(5, ${count + 4}) n`,
  )
  await execute(database, sql`analyze marketplace.events`)
  const cursors = await findCursors(hub, id, count)
  return { hub, count, cursors }
}

/** Cursors at even distances, in the form that the hub gives out: what follows is always at least a page. */
async function findCursors(hub: BedHub, id: string, count: number): Promise<readonly string[]> {
  const rows = await query<{ eventId: string }>(
    hub.database,
    sql`select min(event_id)::text as "eventId" from marketplace.events where customer_id = ${id}`,
  )
  const first = BigInt(rows[0]?.eventId ?? 0)
  const step = BigInt(Math.floor((count - 2 * PAGE) / READS))
  return Array.from({ length: READS }, (_, number) => {
    const after = first + step * BigInt(number)
    return `1.${after.toString(36)}`
  })
}

async function readOften({ hub, cursors }: Log): Promise<number> {
  const { p50 } = await measure(READS, IN_FLIGHT, async (number) => {
    const path = `/v2/events?pageSize=${PAGE}&after=${cursors[number]}`
    const events = await hub.call('GET', path, hub.hub.merchantKey as string, 200)
    if (events.length !== PAGE) throw new Error(`${events.length} events instead of ${PAGE}`)
  })
  return p50
}
