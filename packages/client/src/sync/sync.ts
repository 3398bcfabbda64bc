/** The loop that keeps a channel up to date (docs/guides/sync.md of Entrepot). */
import { RestError } from '#rest'
import { RUNNING } from '../call.ts'
import { isProblem, UnexpectedAnswerError } from '../errors.ts'
import { pause } from '../pause.ts'
import type { SyncChannel, SyncOptions, SyncTotals } from './channel.ts'
import { type Round, type RoundResult, syncData, syncOffers } from './rounds.ts'

/** @throws what the hub or the network answers, if a later try cannot help, or with `once` */
export async function sync(
  request: Round['request'],
  channel: SyncChannel,
  options: SyncOptions = {},
): Promise<SyncTotals> {
  const { signal, once = false, maxCount = 500, onFailure = () => {} } = options
  const pauses = options.pauses ?? { first: 1_000, longest: 30_000 }
  const totals = { created: 0, updated: 0, removed: 0, offers: 0, failed: 0 }
  const round: Round = { request, channel, signal, maxCount, onFailure, totals }
  let idle = 0
  while (!signal?.aborted) {
    const { hasProgress, hasMore } = await runRound(round, once)
    idle = hasProgress || hasMore ? 0 : idle + 1
    if (idle === 0) continue
    if (once) break
    const ms = Math.min(pauses.longest, pauses.first * 2 ** Math.min(idle - 1, 30))
    // Half of the pause is random, so that workers that started together do not poll together.
    await pause(ms * (0.5 + Math.random() / 2), signal)
  }
  return totals
}

/** Data before offers: the hub sends the offers of a product once its creation is acknowledged. */
async function runRound(round: Round, once: boolean): Promise<RoundResult> {
  try {
    const data = await syncData(round)
    const offers = round.channel.offer ? await syncOffers(round) : data
    return {
      hasProgress: data.hasProgress || offers.hasProgress,
      hasMore: data.hasMore || offers.hasMore,
    }
  } catch (error) {
    if (round.signal?.aborted) return STOPPED
    if (once || !isTemporary(error)) throw error
    round.onFailure({ kind: 'hub', error })
    return STOPPED
  }
}

const STOPPED: RoundResult = { hasProgress: false, hasMore: false }

const TEMPORARY_CODES: ReadonlySet<string> = new Set([
  'REST_CIRCUIT_OPEN',
  'REST_CONNECT',
  'REST_TIMEOUT',
  'REST_RESPONSE',
])

/** Whether the same call can succeed later. */
function isTemporary(error: unknown): boolean {
  if (RestError.is(error)) return TEMPORARY_CODES.has(error.code)
  if (!isProblem(error) && !(error instanceof UnexpectedAnswerError)) return false
  return error.status >= 500 || error.status === 429 || String(error.code) === RUNNING
}
