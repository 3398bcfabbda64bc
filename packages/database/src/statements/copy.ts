import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import sql from 'sql-template-tag'
import type { Transaction } from './open-transaction.ts'
import { execute, LONGEST_TIMER } from './query.ts'

/** A copy has no other limit than `statement_timeout`. */
const UNLIMITED = { query_timeout: LONGEST_TIMER }

/**
 * Runs `copy ... to stdout` and passes the data on as it arrives. The next chunk is read after `sink` has taken the last one.
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
  const stream = tx.submit(Object.assign(to(statement), UNLIMITED))
  try {
    for await (const chunk of stream) await sink(chunk as Buffer)
  } finally {
    stopTimer(stream)
  }
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
  } finally {
    stopTimer(stream)
  }
  return stream.rowCount
}

/**
 * Stops the timer that pg starts for `query_timeout`, which would keep the process running. pg stops it when it calls back, and
 * pg-copy-streams never makes it call back.
 */
function stopTimer(stream: object): void {
  const { callback } = stream as { callback?: () => void }
  callback?.()
}
