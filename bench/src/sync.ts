/**
 * Measures the synchronisation of channels.
 *
 * 1. First synchronisation of 1,000,000 products, page by page. Each product is sent once. Target: the peak resident memory of the hub is
 *    under 300 MB.
 * 2. One poll and one acknowledgement of 100 changes, with 1,000,000 products against 1,000, and 10 channels each. Target: <= 1.2 of the
 *    latency.
 * 3. Real price changes, written with `PUT /v2/offers` while two channels poll and acknowledge: rows per second, and the time from the
 *    answer to a write until the answer to the poll that contains it.
 * 4. The cost of marking changes: upserts with 5 channels against upserts without channels and without the index of changes. Target: <=
 *    1.25 of the time.
 */

import { makeBed } from './hub.ts'
import { say } from './measure.ts'
import type { BenchResult } from './run.ts'
import { runChanges } from './sync/changes.ts'
import { runFirstSync } from './sync/first-sync.ts'
import { runMarking } from './sync/marking.ts'
import { runOfferStream } from './sync/offer-stream.ts'

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const bed = await makeBed()
  try {
    say('1. first synchronisation')
    const large = await bed.hub('large')
    const { peak } = await runFirstSync(large, quick ? 12_000 : 1_000_000)
    say('2. 100 changes in a large and in a small catalogue')
    const small = await bed.hub('small')
    const { ratio } = await runChanges(large, small, quick ? 3 : 12)
    say('3. real price changes')
    const stream = await runOfferStream(await bed.hub('stream'), quick ? 5_000 : Infinity)
    say('4. the cost of marking')
    const marking = await runMarking(
      await bed.hub('marking'),
      quick ? 8_000 : 50_000,
      quick ? 2 : 6,
    )
    return {
      ratios: {
        'first sync, peak MB': peak,
        'large/small': ratio,
        'offer stream, peak MB': stream.peak,
        'created, marked/unmarked': marking.created,
        'updated, marked/unmarked': marking.updated,
      },
      targets: {
        'first sync, peak MB': '<=300',
        'large/small': '<=1.2',
        'offer stream, peak MB': '<=300',
        'created, marked/unmarked': '<=1.25',
        'updated, marked/unmarked': '<=1.25',
      },
    }
  } finally {
    await bed.close()
  }
}
