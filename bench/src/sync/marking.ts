import { execute, executeScript, queryFirst, sql } from '@entrepot/database'
import type { BedHub } from '../hub.ts'
import { brief, measure, median, printTable, say } from '../measure.ts'
import { empty } from '../upsert.ts'
import { makeChannels, syncData } from './channels.ts'

const PER_CALL = 1_000
const IN_FLIGHT = 4
const CHANNELS = 5
const KINDS = ['marked', 'unmarked'] as const

/** Compares upserts with five polling channels with upserts without channels and without the index of changes. */
export async function runMarking(
  side: BedHub,
  count: number,
  rounds: number,
): Promise<{ created: number; updated: number }> {
  say(`${rounds} rounds of ${count} products, ${PER_CALL} per call, ${IN_FLIGHT} calls in flight`)
  const bodies = [toBodies(count, 0), toBodies(count, 1)] as const
  const definition = await queryFirst<{ text: string }>(
    side.database,
    sql`
    select indexdef as text from pg_indexes where indexname = 'products_by_change'`,
  )
  const rows: Record<'created' | 'updated', Record<'marked' | 'unmarked', number>>[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const times = { created: { marked: 0, unmarked: 0 }, updated: { marked: 0, unmarked: 0 } }
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      await prepare(side, kind === 'marked' ? definition?.text : undefined)
      times.created[kind] = await upsert(side, bodies[0])
      times.updated[kind] = await upsert(side, bodies[1])
    }
    // The first round is a warm-up.
    if (round > 0) rows.push(times)
  }
  printTable(
    rows.map(({ created, updated }) => ({
      'created, rows/s': Math.round(count / created.unmarked),
      'marked, rows/s': Math.round(count / created.marked),
      ratio: brief(created.marked / created.unmarked),
      'updated, rows/s': Math.round(count / updated.unmarked),
      'marked, rows/s ': Math.round(count / updated.marked),
      'ratio ': brief(updated.marked / updated.unmarked),
    })),
  )
  const ratio = (of: 'created' | 'updated') =>
    brief(median(rows.map((row) => row[of].marked / row[of].unmarked)))
  return { created: ratio('created'), updated: ratio('updated') }
}

/** Empties the catalogue. With an index of changes, it is marked for five channels; without one, for none. */
async function prepare(side: BedHub, index: string | undefined): Promise<void> {
  await execute(side.database, sql`delete from marketplace.listings`)
  await empty(side.database)
  await execute(side.database, sql`drop index if exists marketplace.products_by_change`)
  if (index === undefined) return
  await executeScript(side.database, index)
  for (const channel of await makeChannels(side, CHANNELS)) await syncData(side, channel)
}

/** Returns the duration in seconds. */
async function upsert({ call, hub }: BedHub, bodies: readonly string[]): Promise<number> {
  const { perSecond } = await measure(bodies.length, IN_FLIGHT, async (number) => {
    const answer = await call(
      'POST',
      '/v2/products',
      hub.merchantKey as string,
      200,
      bodies[number],
    )
    if (answer.AcceptedCount !== PER_CALL) throw new Error(JSON.stringify(answer).slice(0, 500))
  })
  return bodies.length / perSecond
}

/** A catalogue as a feed sends it, with 14 fields. The second `edition` differs in a price and a text. */
function toBodies(count: number, edition: number): readonly string[] {
  return Array.from({ length: count / PER_CALL }, (_, call) =>
    JSON.stringify(
      Array.from({ length: PER_CALL }, (_, index) => {
        const number = call * PER_CALL + index
        return {
          MerchantProductReference: `SKU-${String(number).padStart(7, '0')}`,
          Name: `Harbour article number ${number}`,
          Description: `Article ${number}. ${'A sturdy thing for the quay. '.repeat(10)}`,
          Brand: `Brand ${number % 97}`,
          Color: ['Red', 'Blue'][edition],
          Size: 'M',
          Ean: String(8_710_000_000_000 + number),
          Stock: number % 250,
          Price: ((number % 10_000) + 100 * edition) / 100,
          MSRP: (number % 10_000) / 50,
          VatRate: 21,
          CategoryTrail: 'Home > Kitchen > Mugs',
          Url: `https://shop.example/p/${number}`,
          ExtraData: { material: 'clay', origin: 'NL' },
        }
      }),
    ),
  )
}
