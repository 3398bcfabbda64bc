import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import sql from 'sql-template-tag'
import type { Transaction } from './open-transaction.ts'
import { execute, LONGEST_TIMER, queryOne } from './query.ts'
import { outsideRehearsal } from './rehearsal.ts'

/** A copy has no other limit than `statement_timeout`. */
const UNLIMITED = { query_timeout: LONGEST_TIMER }

/**
 * Runs `copy ... to stdout` and passes the data on as it arrives. The next chunk is read after `sink` has taken the last one. If it fails, the copy
 * is cancelled over another connection, and what still arrives is dropped.
 *
 * @returns the number of rows
 * @throws the error of PostgreSQL or of `sink`
 * @example
 * await copyOut(tx, 'copy marketplace.orders to stdout', async (chunk) => await file.write(chunk))
 */
export async function copyOut(
  tx: Transaction,
  statement: string,
  sink: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  const { pid } = await queryOne<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
  const stream = tx.submit(Object.assign(to(statement), UNLIMITED))
  let failed: { readonly error: unknown; readonly cancelled?: Promise<void> } | undefined
  try {
    for await (const chunk of stream) {
      // To the end, because PostgreSQL waits until its data is read, and takes notice of nothing else meanwhile.
      if (failed !== undefined) continue
      try {
        await sink(chunk as Buffer)
      } catch (error) {
        failed = { error, cancelled: cancel(tx, pid) }
      }
    }
  } catch (error) {
    tx.fail(error)
    failed ??= { error }
  } finally {
    stopTimer(stream)
  }
  // Before that, the next statement could be cancelled.
  await failed?.cancelled
  if (failed !== undefined) throw failed.error
  // PostgreSQL sends the number after the rows. The stream ends before it has come; the answer to another statement comes after it.
  await execute(tx, sql`select`)
  return stream.rowCount
}

/**
 * Runs `copy ... from stdin` with the data of `source`.
 *
 * @returns the number of rows
 * @throws the error of PostgreSQL or of `source`
 * @example
 * await copyIn(tx, 'copy marketplace.orders from stdin', createReadStream('orders.txt'))
 */
export async function copyIn(
  tx: Transaction,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = tx.submit(Object.assign(from(statement), UNLIMITED))
  try {
    await pipeline(Readable.from(source, { objectMode: false }), stream)
  } catch (error) {
    tx.fail(error)
    throw error
  } finally {
    stopTimer(stream)
  }
  return stream.rowCount
}

/** Cancels the statement of a session. Without another connection it runs to its end. */
async function cancel({ database }: Transaction, pid: number): Promise<void> {
  if (database.options.max < 2) return
  const statement = sql`select pg_cancel_backend(${pid}::int)`
  await outsideRehearsal(async () => await execute(database, statement)).catch(() => {})
}

/**
 * Stops the timer that pg starts for `query_timeout`, which would keep the process running. pg stops it when it calls back, and
 * pg-copy-streams never makes it call back.
 */
function stopTimer(stream: object): void {
  const { callback } = stream as { callback?: () => void }
  callback?.()
}
