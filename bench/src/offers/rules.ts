import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { OfferPreview } from '@entrepot/marketplace'
import type { BedHub } from '../hub.ts'
import { brief, measure, median, printTable, say } from '../measure.ts'
import { copyListings } from '../sync/changes.ts'
import { type BenchChannel, makeChannels, syncData, syncOffers } from '../sync/channels.ts'
import { fillCatalogue } from '../sync/first-sync.ts'

const CHANGES = 100

/** How often the memory of the hub is read, in milliseconds. */
const SAMPLE_MS = 20

/** Rules like those of a marketplace: a selection, a buffer, a commission, an ending and a minimum. */
const RULES = {
  Select: { not: { Field: 'Brand', Is: 'Brand of nobody' } },
  Stock: { Default: { Percent: 90, Buffer: 2 } },
  Price: {
    Rules: [{ When: { Field: 'ExtraData.material', Is: 'glass' }, Steps: [{ Percent: 20 }] }],
    Default: { Steps: [{ Commission: 12 }], Min: { MsrpPercent: 20 } },
  },
}

/** A catalogue with two channels that are in sync with it. */
export interface Catalogue {
  readonly side: BedHub
  readonly count: number
  readonly ruled: BenchChannel
  readonly plain: BenchChannel
}

/** Fills a catalogue, and lets two channels synchronise it. */
export async function prepareCatalogue(side: BedHub, count: number): Promise<Catalogue> {
  say(`${count} products, two channels`)
  await fillCatalogue(side, count)
  const [plain] = await makeChannels(side, 1)
  if (plain === undefined) throw new Error('no channel')
  while ((await syncData(side, plain)).length > 0);
  while ((await syncOffers(side, plain)).length > 0);
  // Only now, because the hub examines channels in the background, too.
  const [ruled] = await makeChannels(side, 1)
  if (ruled === undefined) throw new Error('no channel')
  await copyListings(side, [ruled])
  while ((await syncData(side, ruled)).length > 0);
  if ((await syncOffers(side, ruled)).length > 0) throw new Error('the copy is not in sync')
  return { side, count, ruled, plain }
}

/** Measures the preview of rules that change all prices. */
export async function runPreview(
  { side, count, ruled }: Catalogue,
  rounds: number,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const path = `/v2/channels/${ruled.channelId}/offer-rules/preview`
  const rows: { seconds: number; before: number; peak: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = await residentMemory(side.hub.pid)
    const started = performance.now()
    const asked: Promise<OfferPreview> = side.call(
      'POST',
      path,
      side.hub.merchantKey as string,
      200,
      JSON.stringify(RULES),
    )
    let isDone = false
    const done = asked.finally(() => {
      isDone = true
    })
    let peak = before
    while (!isDone) {
      peak = Math.max(peak, await residentMemory(side.hub.pid))
      await Promise.race([done, delay(SAMPLE_MS)])
    }
    const { Compared, PriceChanged } = await done
    if (Compared !== count || PriceChanged < count * 0.9) throw new Error('not all were compared')
    rows.push({ seconds: (performance.now() - started) / 1_000, before, peak })
  }
  printTable(
    rows.map(({ seconds, before, peak }, round) => ({
      round,
      s: brief(seconds),
      'hub before, MB': before,
      'peak, MB': peak,
    })),
  )
  return {
    seconds: brief(median(rows.map((row) => row.seconds))),
    megabytes: Math.max(...rows.map(({ before, peak }) => peak - before)),
  }
}

/** Measures the time from new rules until the last changed offer is acknowledged. Returns seconds. */
export async function runRuleChange({ side, ruled }: Catalogue, count: number): Promise<number> {
  const started = performance.now()
  const path = `/v2/channels/${ruled.channelId}/offer-rules`
  await side.call('PUT', path, side.hub.merchantKey as string, 200, JSON.stringify(RULES))
  let offers = 0
  for (let page = 1; page > 0; offers += page) page = (await syncOffers(side, ruled)).length
  const seconds = brief((performance.now() - started) / 1_000)
  say(`${offers} offers of ${count} products in ${seconds} s`)
  if (offers < count * 0.9) throw new Error('not all offers were polled')
  return seconds
}

/** Compares polls of changed offers with rules and without. */
export async function runPolls(
  { side, count, ruled, plain }: Catalogue,
  rounds: number,
): Promise<number> {
  const rows: { ruled: number; plain: number }[] = []
  const step = count / CHANGES
  for (let round = 0; round <= rounds; round += 1) {
    const items = Array.from({ length: CHANGES }, (_, index) => {
      // Those of at least 5.00, so that a change of a few cents does not wait for review.
      const number = index * step + 500 + (round % 400)
      const reference = `SKU-${String(number).padStart(7, '0')}`
      const price = (number % 10_000) + 10
      return { MerchantProductReference: reference, Price: price / 100, Stock: 300 + round }
    })
    await side.call('PUT', '/v2/offers', side.hub.merchantKey as string, 200, JSON.stringify(items))
    const poll = async (channel: BenchChannel) => {
      const { p50 } = await measure(1, 1, async () => {
        const offers = await syncOffers(side, channel)
        if (offers.length !== CHANGES) throw new Error(`${offers.length} offers were polled`)
      })
      return p50
    }
    const times = { ruled: 0, plain: 0 }
    const order = round % 2 === 0 ? (['ruled', 'plain'] as const) : (['plain', 'ruled'] as const)
    for (const name of order) times[name] = await poll(name === 'ruled' ? ruled : plain)
    // The first round is a warm-up.
    if (round > 0) rows.push(times)
  }
  printTable(
    rows.map((row, round) => ({
      round,
      'with rules, ms': brief(row.ruled),
      'without, ms': brief(row.plain),
      ratio: brief(row.ruled / row.plain),
    })),
  )
  return brief(median(rows.map((row) => row.ruled)) / median(rows.map((row) => row.plain)))
}

/** The resident memory of a process now, in MB. Linux only. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024)
}
