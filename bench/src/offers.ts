/**
 * Measures stock that is kept, and offers by rules.
 *
 * 1. `POST /v2/orders` with three lines, 32 in flight, of a merchant that counts its stock, against one that keeps none. Target: >= 0.95 of
 *    the throughput.
 * 2. Orders of one hot product through two nodes, 64 in flight, against orders over 10,000 products. Target: >= 0.90 of the throughput.
 * 3. One poll and one acknowledgement of 100 changed offers among 1,000,000 products (100,000 with --quick), by a channel with rules
 *    against one without. Target: <= 1.3 of the latency.
 * 4. A change of rules that changes the price of 100,000 products, until all are polled and acknowledged. Target: <= 60 s.
 * 5. The preview of such rules: its duration, and the memory of the hub meanwhile. Targets: <= 5 s and <= 100 MB more than before.
 */
import { makeBed } from './hub.ts'
import { say } from './measure.ts'
import { runHotProduct, runKeptStock } from './offers/orders.ts'
import { prepareCatalogue, runPolls, runPreview, runRuleChange } from './offers/rules.ts'
import type { BenchResult } from './run.ts'

/** Products that a change of rules concerns. */
const CHANGED = 100_000

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const bed = await makeBed()
  try {
    const stock = await bed.hub('stock')
    say('1. orders with stock kept')
    const kept = await runKeptStock(stock, quick ? 3 : 9, quick ? 2_000 : 10_000)
    say('2. one hot product, two nodes')
    const hot = await runHotProduct(stock, quick ? 3 : 9, quick ? 2_000 : 10_000)
    say('5. the preview of rules')
    const small = await prepareCatalogue(await bed.hub('rules'), CHANGED)
    const preview = await runPreview(small, quick ? 3 : 7)
    say('4. a change of rules')
    const seconds = await runRuleChange(small, CHANGED)
    say('3. polls with rules and without')
    const large = quick ? small : await prepareCatalogue(await bed.hub('large'), 1_000_000)
    if (!quick) await runRuleChange(large, 1_000_000)
    const polls = await runPolls(large, quick ? 10 : 30)
    return {
      ratios: {
        'orders, stock kept/none': kept,
        'orders, hot/spread': hot,
        'poll, rules/none': polls,
        'change of rules, s': seconds,
        'preview, s': preview.seconds,
        'preview, MB': preview.megabytes,
      },
      targets: {
        'orders, stock kept/none': '>=0.95',
        'orders, hot/spread': '>=0.9',
        'poll, rules/none': '<=1.3',
        'change of rules, s': '<=60',
        'preview, s': '<=5',
        'preview, MB': '<=100',
      },
    }
  } finally {
    await bed.close()
  }
}
