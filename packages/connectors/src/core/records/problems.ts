/** Problems: why a record is not as it should be in the hub or in the shop. People see them at the record. */
import type { Input } from '@entrepot/client'
import type { RecordProblem } from '../../adapter/outcomes.ts'
import { chunks } from './chunks.ts'
import { noteLeft } from './held.ts'
import { keysOf, type RecordKey } from './record-key.ts'
import type { StepRun } from './step-run.ts'
import { toLine } from './texts.ts'

type ProblemToStore = NonNullable<
  NonNullable<Input<'storeConnectionProblems'>['body']>['Problems']
>[number]

/** Problems of one call. */
const MAX_PROBLEMS = 500

/** Longest texts that the hub takes. */
const [TEXT, SHOP_TEXT] = [1_000, 500]

/** Collects the problems of a page, and what solves earlier ones, and stores them together. */
export interface ProblemLog {
  /** The record has this problem. `orderId` is the hub's id of the order to which it belongs. */
  add(record: RecordKey, problem: RecordProblem, orderId?: string | number): void
  /** The record is as it should be. */
  solve(record: RecordKey): void
  /** Stores what was collected. */
  store(): Promise<void>
}

/** Creates a log. Each problem counts as a failed record of the step. */
export function problemLog(run: StepRun): ProblemLog {
  const found = new Map<string, ProblemToStore>()
  const solved = new Map<string, RecordKey>()
  const { problems } = run.state
  return {
    add(record, problem, orderId) {
      run.counts.failed += 1
      noteLeft(run)
      const [key = ''] = keysOf(record)
      found.set(key, {
        ...record,
        ...(orderId !== undefined && { OrderId: Number(orderId) }),
        Code: /^[a-z][a-z0-9_]{0,59}$/.test(problem.code) ? problem.code : 'other',
        Message: toLine(problem.message, TEXT) || 'The shop has given no reason.',
        Remedy: toLine(problem.remedy, TEXT) || 'Look at the record in the shop.',
        ShopMessage: toLine(problem.shopMessage ?? '', SHOP_TEXT) || null,
      } as ProblemToStore)
    },
    solve(record) {
      for (const key of keysOf(record)) {
        const known = problems.get(key)
        if (known !== undefined) solved.set(key, known)
      }
    },
    async store() {
      const list = [...new Set(solved.values())]
      if (found.size === 0 && list.length === 0) return
      if (!run.isDryRun) await storeProblems(run, [...found.values()], list)
      for (const record of list) for (const key of keysOf(record)) problems.delete(key)
      for (const record of found.values()) {
        for (const key of keysOf(record)) {
          // The last ones, so that a retry comes to all of them.
          problems.delete(key)
          problems.set(key, record)
        }
      }
      found.clear()
      solved.clear()
    },
  }
}

async function storeProblems(
  { hub, connection, lease }: StepRun,
  found: readonly ProblemToStore[],
  solved: readonly RecordKey[],
): Promise<void> {
  const groups = chunks(found, MAX_PROBLEMS)
  const gone = chunks(
    solved.map(({ Kind, HubId, ShopId }) => ({
      Kind,
      HubId: HubId ?? null,
      ShopId: ShopId ?? null,
    })),
    MAX_PROBLEMS,
  )
  for (let index = 0; index < Math.max(groups.length, gone.length); index += 1) {
    const body = { Lease: lease, Problems: groups[index] ?? [], Solved: gone[index] ?? [] }
    await hub.call('storeConnectionProblems', { id: connection.Id, body } as never)
  }
}

/** The problem of a record that the hub refused. */
export function refusedByHub(
  what: string,
  { code, detail }: { readonly code: string; readonly detail: string },
): RecordProblem {
  return {
    code: code.toLowerCase().replace(/^market_/, 'hub_'),
    message: `The hub did not take ${what}: ${detail}`,
    remedy: 'Correct it in the shop or in the hub, and try again.',
  }
}
