/**
 * Measures `POST /v2/products` with arrays of 1,000 products and four calls in flight. The baseline is one COPY of the same rows into the
 * same table on the same PostgreSQL. Target: >= 0.35 of the rows per second of COPY.
 */
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type Database, execute, query, queryFirst, sql } from '@entrepot/database'
import { from as copyFrom } from 'pg-copy-streams'
import { type BedHub, makeBed } from './hub.ts'
import { brief, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

const PER_CALL = 1_000
const IN_FLIGHT = 4

export interface Item {
  readonly MerchantProductReference: string
  readonly Name: string
  readonly Stock: number
  readonly Price: number
  readonly [name: string]: unknown
}

/** A product like those of a real feed: 14 fields, and a description of 300 characters. */
export function item(number: number): Item {
  return {
    MerchantProductReference: `SKU-${String(number).padStart(7, '0')}`,
    Name: `Harbour article number ${number}`,
    Description:
      `Article ${number}. ${'A sturdy thing for the quay, made to last. '.repeat(7)}`.slice(0, 300),
    Brand: `Brand ${number % 97}`,
    Color: ['Red', 'Blue', 'White'][number % 3],
    Size: ['S', 'M', 'L', 'XL'][number % 4],
    Ean: String(8_710_000_000_000 + number),
    Stock: number % 250,
    Price: (number % 10_000) / 100,
    MSRP: (number % 10_000) / 80,
    VatRate: number % 5 === 0 ? 9 : 21,
    CategoryTrail: 'Home > Kitchen > Mugs',
    Url: `https://shop.example/p/${number}`,
    ExtraData: { material: 'clay', origin: 'NL' },
  }
}

interface Round {
  readonly round: number
  readonly copied: number
  readonly created: number
  readonly same: number
  readonly updated: number
}

const PRICE_DECIMALS = 10_000

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const count = quick ? 20_000 : 100_000
  const rounds = quick ? 2 : 5
  const bed = await makeBed()
  try {
    const parts = await bed.hub('upsert')
    const items = Array.from({ length: count }, (_, number) => {
      const made = item(number)
      return { ...made, MSRP: Math.round((made.MSRP as number) * PRICE_DECIMALS) / PRICE_DECIMALS }
    })
    const bodies = toBodies(items)
    const changed = toBodies(items.map((made) => ({ ...made, Stock: made.Stock + 1 })))
    const [{ id: customerId } = { id: '' }] = await query<{ id: string }>(
      parts.database,
      sql`
      select customer_id as id from marketplace.customers`,
    )
    say(`${rounds} rounds of ${count} products, ${PER_CALL} per call, ${IN_FLIGHT} calls in flight`)
    await upsert(parts, bodies.slice(0, 10))
    const rows: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      await empty(parts.database)
      const copied = await copy(parts.database, customerId, items)
      const expected = await fingerprint(parts.database)
      await empty(parts.database)
      const created = await upsert(parts, bodies)
      if ((await fingerprint(parts.database)) !== expected) throw new Error('the rows differ')
      const same = await upsert(parts, bodies)
      const updated = await upsert(parts, changed)
      rows.push({ round, copied, created, same, updated })
      say(`round ${round} done`)
    }
    printTable(
      rows.map(({ round, copied, created, same, updated }) => ({
        round,
        'COPY rows/s': Math.round(copied),
        'created/s': Math.round(created),
        'unchanged/s': Math.round(same),
        'updated/s': Math.round(updated),
        ratio: brief(created / copied),
      })),
    )
    const ratio = (of: 'created' | 'same' | 'updated') =>
      brief(median(rows.map((row) => row[of] / row.copied)))
    return {
      ratios: {
        'created/COPY': ratio('created'),
        'unchanged/COPY': ratio('same'),
        'updated/COPY': ratio('updated'),
      },
      targets: { 'created/COPY': '>=0.35' },
    }
  } finally {
    await bed.close()
  }
}

export function toBodies(items: readonly Item[]): readonly string[] {
  const bodies: string[] = []
  for (let start = 0; start < items.length; start += PER_CALL) {
    bodies.push(JSON.stringify(items.slice(start, start + PER_CALL)))
  }
  return bodies
}

/** Returns the products per second. */
export async function upsert({ call, hub }: BedHub, bodies: readonly string[]): Promise<number> {
  const { perSecond } = await measure(bodies.length, IN_FLIGHT, async (number) => {
    const body = bodies[number] as string
    const answer = await call('POST', '/v2/products', hub.merchantKey as string, 200, body)
    if (answer.AcceptedCount !== PER_CALL) throw new Error(JSON.stringify(answer).slice(0, 500))
  })
  return perSecond * PER_CALL
}

/** Empties the table before each round. */
export async function empty(database: Database): Promise<void> {
  await execute(database, sql`truncate marketplace.products cascade`)
}

/** Returns the rows per second. */
async function copy(
  database: Database,
  customerId: string,
  items: readonly Item[],
): Promise<number> {
  const started = performance.now()
  const client = await database.connect()
  const stream = client.query(
    copyFrom(`copy marketplace.products (customer_id, merchant_product_reference, name, description,
    brand, color, size, ean, stock, price, msrp, vat_rate, category_trail, url, extra_data) from stdin`),
  )
  const done = finished(stream)
  let chunk = ''
  for (const [index, made] of items.entries()) {
    chunk += toLine(customerId, made)
    if (index % PER_CALL !== PER_CALL - 1) continue
    if (!stream.write(chunk)) await once(stream, 'drain')
    chunk = ''
  }
  stream.end(chunk)
  await done
  client.release()
  return items.length / ((performance.now() - started) / 1000)
}

function toLine(customerId: string, made: Item): string {
  const {
    ExtraData,
    MerchantProductReference,
    Name,
    Description,
    Brand,
    Color,
    Size,
    Ean,
    Stock,
    ...rest
  } = made
  const { Price, MSRP, VatRate, CategoryTrail, Url } = rest
  return `${[
    customerId,
    MerchantProductReference,
    Name,
    Description,
    Brand,
    Color,
    Size,
    Ean,
    Stock,
    Price,
    MSRP,
    VatRate,
    CategoryTrail,
    Url,
    JSON.stringify(ExtraData),
  ].join('\t')}\n`
}

/** A fingerprint of all stored data, except ids, times and transactions. */
async function fingerprint(database: Database): Promise<string> {
  const row = await queryFirst(
    database,
    sql`
    select count(*) || md5(string_agg(md5((to_jsonb(p) - 'product_id' - 'created_at' - 'updated_at' - 'changed')::text), ''
      order by merchant_product_reference)) as text
    from marketplace.products p`,
  )
  return row?.text as string
}
