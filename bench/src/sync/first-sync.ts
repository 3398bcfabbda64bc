import { execute, sql, transaction } from '@entrepot/database'
import type { BedHub } from '../hub.ts'
import { brief, printTable, say } from '../measure.ts'
import { customerOf, makeChannels, peakMemory, syncData, syncOffers } from './channels.ts'

/** Fills a catalogue like a real feed: with a description of 300 characters, a price, and free data. */
export async function fillCatalogue(side: BedHub, count: number): Promise<void> {
  const customerId = await customerOf(side)
  await transaction(side.database, async (tx) => {
    await execute(tx, sql`delete from marketplace.listings`)
    await execute(tx, sql`delete from marketplace.products`)
    await execute(
      tx,
      sql`
      insert into marketplace.products (customer_id, merchant_product_reference, name, description, brand, color,
        ean, stock, price, msrp, vat_rate, category_trail, url, extra_data)
      select ${customerId}, 'SKU-' || lpad(n::text, 7, '0'), 'Harbour article number ' || n,
        left('Article ' || n || '. ' || repeat('A sturdy thing for the quay, made to last. ', 7), 300),
        'Brand ' || n % 97, 'Red', (8710000000000 + n)::text, n % 250, (n % 10000) / 100.0, (n % 10000) / 80.0, 21,
        'Home > Kitchen > Mugs', 'https://shop.example/p/' || n, '{"material": "clay", "origin": "NL"}'
      from generate_series(1, ${count}) n`,
    )
  })
}

/** Lets one channel synchronise a whole catalogue, first data and then offers, and checks that each product is sent once. */
export async function runFirstSync(side: BedHub, count: number): Promise<{ peak: number }> {
  await fillCatalogue(side, count)
  const [channel] = await makeChannels(side, 1)
  if (channel === undefined) throw new Error('no channel')
  say(`${count} products, one channel, pages of 1,000`)
  const seen = new Set<string>()
  const started = performance.now()
  for (;;) {
    const products = await syncData(side, channel, 1_000)
    if (products.length === 0) break
    for (const product of products) {
      if (seen.has(product.MerchantProductReference)) throw new Error('a product was sent twice')
      seen.add(product.MerchantProductReference)
    }
  }
  const seconds = (performance.now() - started) / 1000
  const dataPeak = await peakMemory(side.hub.pid)
  if (seen.size !== count) throw new Error(`${seen.size} of ${count} products were sent`)
  let offers = 0
  for (let page = 1; page > 0; offers += page) page = (await syncOffers(side, channel)).length
  if (offers !== count) throw new Error(`${offers} of ${count} offers were sent`)
  const peak = await peakMemory(side.hub.pid)
  printTable([
    {
      products: count,
      'data, s': brief(seconds),
      'products/s': Math.round(count / seconds),
      'data and offers, s': brief((performance.now() - started) / 1000),
      'peak after data, MB': dataPeak,
      'peak, MB': peak,
    },
  ])
  return { peak }
}
