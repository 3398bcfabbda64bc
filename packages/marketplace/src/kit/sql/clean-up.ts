/** Removes rows that are no longer needed, a bounded number at a time. */
import type { Connection } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { isAnyFrozen } from './moving-store.ts'

/** Removes up to `limit` rows, and returns their number. */
export type RemoveRows = (limit: number) => Promise<number>

/** Time between two rounds. Each node waits a random part of it longer, so that nodes do not work at the same time. */
const INTERVAL_MS = 60_000

/** Rows per statement, which takes some milliseconds. */
const ROWS = 1_000

/** Statements per round and kind of row. */
const STATEMENTS = 100

/**
 * Removes rows about once a minute while the instance runs. Every node does this; a statement must skip the rows that another node is
 * removing.
 */
export function cleanUp(fastify: FastifyInstance, kinds: readonly RemoveRows[]): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const plan = () => {
    timer = setTimeout(
      () => {
        running = removeAll(kinds)
          .catch((error: unknown) =>
            fastify.log.warn({ err: error }, 'old rows could not be removed; tried again later'),
          )
          .then(() => timer && plan())
      },
      INTERVAL_MS * (1 + Math.random()),
    ).unref()
  }
  fastify.addHook('onReady', async () => plan())
  // The host closes the database afterwards.
  fastify.addHook('onClose', async () => {
    clearTimeout(timer)
    timer = undefined
    await running
  })
}

/** Removes nothing while a customer is frozen, whose rows the database would keep: the statements are for all customers. */
export function whileNoneFrozen(connection: Connection): (remove: RemoveRows) => RemoveRows {
  return (remove) => async (limit) => ((await isAnyFrozen(connection)) ? 0 : await remove(limit))
}

/** Removes all rows of a kind, some by each statement, until there are no more or the signal aborts. */
export async function removeInChunks(signal: AbortSignal, remove: RemoveRows): Promise<void> {
  while (!signal.aborted && (await remove(ROWS)) === ROWS);
}

async function removeAll(kinds: readonly RemoveRows[]): Promise<void> {
  for (const remove of kinds) {
    for (let statement = 0; statement < STATEMENTS; statement += 1) {
      if ((await remove(ROWS)) < ROWS) break
    }
  }
}
