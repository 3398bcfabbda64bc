/** What the log and the deliveries cost the requests that write. */
import { queryFirst, sql } from '@entrepot/database'
import { type BedHub, CONNECTIONS } from '../hub.ts'
import { brief, measure, median, printTable } from '../measure.ts'
import { anOrder } from '../orders.ts'

/** Sends writes to a hub, and returns how many per second. */
type Write = (hub: BedHub, round: number) => Promise<number>

/** Creates orders. */
export function ordersOf(count: number): Write {
  return async ({ send, hub }, round) => {
    const key = hub.channels[0]?.key as string
    const { perSecond } = await measure(count, CONNECTIONS, async (number) => {
      const body = JSON.stringify(anOrder(`${round}-${number}`))
      const answer = await send('POST', '/v2/orders', key, 201, body)
      if (!answer.includes('"Status":"NEW"')) throw new Error(`unexpected order: ${answer}`)
    })
    return perSecond
  }
}

const PER_CALL = 1_000

/** Changes the prices of products, 1,000 in each call, four calls at once. */
export function productsOf(count: number): Write {
  return async ({ call, hub }, round) => {
    const { perSecond } = await measure(Math.ceil(count / PER_CALL), 4, async (number) => {
      const products = Array.from({ length: PER_CALL }, (_, index) => ({
        MerchantProductReference: `SKU-${number * PER_CALL + index}`,
        Name: `Article ${number * PER_CALL + index}`,
        Description: 'A sturdy thing for the quay, made to last. '.repeat(7),
        Price: round + 1,
        Stock: index,
      }))
      const body = JSON.stringify(products)
      const answer = await call('POST', '/v2/products', hub.merchantKey as string, 200, body)
      if (answer.AcceptedCount !== PER_CALL) throw new Error(JSON.stringify(answer).slice(0, 500))
    })
    return perSecond * PER_CALL
  }
}

/** @returns the median ratio of the writes with the log to those without */
export async function compareWriting(
  name: string,
  sides: { readonly withLog: BedHub; readonly without: BedHub },
  rounds: number,
  write: Write,
): Promise<number> {
  const rows: { withLog: number; without: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const both = { withLog: 0, without: 0 }
    const order = ['withLog', 'without'] as const
    for (const side of round % 2 === 0 ? order : order.toReversed())
      both[side] = await write(sides[side], round)
    // The first round is a warm-up for both.
    if (round > 0) rows.push(both)
  }
  printTable(
    rows.map(({ withLog, without }, index) => ({
      round: index + 1,
      [`${name}/s with the log`]: Math.round(withLog),
      without: Math.round(without),
      ratio: brief(withLog / without),
    })),
  )
  return brief(median(rows.map(({ withLog, without }) => withLog / without)))
}

/** How many events of a type are in the log. */
export async function countEvents({ database }: BedHub, type: string): Promise<number> {
  const row = await queryFirst<{ count: number }>(
    database,
    sql`select count(*)::int as count from marketplace.events where type = ${type}`,
  )
  return row?.count ?? 0
}
