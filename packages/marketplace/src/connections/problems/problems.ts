/** Problems of records: what a person must do, shown where the record is. */
import type { Database } from '@entrepot/database'
import { type Issue, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { type FencedWrite, writeFenced } from '../fence.ts'
import { closeSolved } from '../requests/store.ts'
import { addCounts } from '../store.ts'
import type { ProblemsRequest, SolvedRecord } from './schema.ts'
import { saveProblems } from './store.ts'

/**
 * Stores what is wrong with records, and which of them have no problem any more. Returns the number of records with a problem.
 *
 * Refusals: those of `writeFenced`; `MARKET_INVALID_INPUT` for a record that is named twice, or by no id.
 */
export async function storeProblems(
  database: Database,
  write: FencedWrite,
  { Problems = [], Solved = [] }: Pick<ProblemsRequest, 'Problems' | 'Solved'>,
): Promise<number | Refusal> {
  const issues = recordIssues({ Problems, Solved })
  if (issues.length > 0) return refuseIssues(issues)
  const { customerId } = write.owner
  const problems = Problems.map((problem) => {
    const [record = '', formerly = null] = recordsOf(problem)
    return { ...problem, record, formerly }
  })
  const solved = Solved.flatMap((one) =>
    recordsOf(one).map((record) => ({ Kind: one.Kind, record })),
  )
  return await writeFenced<number>(database, write, async (tx, connection) => {
    const added = await saveProblems(tx, customerId, write.connectionId, problems, solved)
    if (added !== 0) await addCounts(tx, customerId, write.connectionId, { problems: added })
    await closeSolved(tx, customerId, write.connectionId)
    return connection.problems + added
  })
}

/** Under which names a record may be stored: by its id in the hub, or by that in the shop while no other is known. The first one holds. */
export function recordsOf({ HubId, ShopId }: Pick<SolvedRecord, 'HubId' | 'ShopId'>) {
  return [...(HubId ? [`h:${HubId}`] : []), ...(ShopId ? [`s:${ShopId}`] : [])]
}

function recordIssues(
  lists: Readonly<Record<'Problems' | 'Solved', readonly SolvedRecord[]>>,
): readonly Issue[] {
  const seen = new Set<string>()
  return Object.entries(lists).flatMap(([list, records]) =>
    records.flatMap((record, index): Issue[] => {
      const names = recordsOf(record).map((name) => `${record.Kind} ${name}`)
      const path = `/${list}/${index}`
      if (names.length === 0) return [{ path, message: 'must have HubId or ShopId' }]
      if (names.some((name) => seen.has(name)))
        return [{ path, message: 'must not be the same record again' }]
      for (const name of names) seen.add(name)
      return []
    }),
  )
}
