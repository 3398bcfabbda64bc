/** The states of a customer that moves: frozen here, thawed again, or moved and deleted. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, type Database, type Transaction, transaction } from '@entrepot/database'
import { listTables, prepareCopy } from '../backup/store.ts'
import { MoveError } from './move-error.ts'
import {
  allowWrites,
  changeState,
  countWork,
  deleteRows,
  findCustomer,
  guardTable,
  type MovingCustomer,
  unguardTable,
} from './store.ts'
import { carriedTables, isOfCustomers, rowsOf, UNGUARDED } from './tables-store.ts'

/** Longer than nodes remember what they know of a customer, and how long a request waits that has just been checked. */
const SETTLE_MS = 3_000

/** Deliveries and jobs end sooner. What has not ended then is refused by the database, and goes on after the move. */
const PATIENCE_MS = 60_000

/** How long writes of all customers wait at most for a running write, before the table is tried again. */
const LOCK_MS = 500

/** How a step reports what it does. */
export type Report = (line: string) => void

/** Reads a customer. @throws MoveError `MOVE_NO_CUSTOMER` */
export async function readCustomer(
  connection: Connection,
  customerId: string,
): Promise<MovingCustomer> {
  const customer = await findCustomer(connection, customerId)
  if (customer !== undefined) return customer
  const message = `There is no customer ${customerId} in this hub. List the customers with \`entrepot customers list\`.`
  throw new MoveError('MOVE_NO_CUSTOMER', message)
}

/** The tables whose rows of a frozen customer cannot be written. */
export async function guardedTables(database: Database): Promise<readonly string[]> {
  const tables = (await listTables(database)).filter(isOfCustomers)
  return tables.map(({ name }) => name).filter((name) => !UNGUARDED.has(name))
}

/**
 * Makes a customer read-only. Nodes refuse its writes within a second and begin no work for it; then the database refuses each write by triggers, so
 * that nothing is written by a node that was slow, or by one of an earlier version. When it returns, no write is running. It may run again.
 *
 * @throws MoveError `MOVE_NO_CUSTOMER`, `MOVE_STATE`, `MOVE_LOCKED`
 */
export async function freezeCustomer(
  database: Database,
  customerId: string,
  report: Report,
): Promise<void> {
  const { move } = await readCustomer(database, customerId)
  if (move === 'moved') {
    const message = `Customer ${customerId} has moved. Freeze it in the hub that serves it now.`
    throw new MoveError('MOVE_STATE', message)
  }
  if (move === null) await changeState(database, customerId, null, 'frozen')
  report('Nodes refuse its writes. Waiting for what they have begun.')
  await waitForWork(database, customerId, report)
  await guardCustomer(database, customerId)
  report('The database refuses its writes.')
}

/** Lets the database refuse the writes of a customer, table by table. */
export async function guardCustomer(database: Database, customerId: string): Promise<void> {
  for (const table of await guardedTables(database)) {
    await untilUnlocked(database, table, customerId, async (tx) => {
      await guardTable(tx, table, customerId, LOCK_MS)
    })
  }
}

async function waitForWork(database: Database, customerId: string, report: Report): Promise<void> {
  const begun = performance.now()
  await delay(SETTLE_MS)
  for (;;) {
    const count = await countWork(database, customerId)
    if (count === 0) return
    if (performance.now() > begun + PATIENCE_MS) {
      return report(`${count} deliveries or jobs have not ended. They go on after the move.`)
    }
    await delay(200)
  }
}

/** Changes a table when no long statement holds it. */
async function untilUnlocked(
  database: Database,
  table: string,
  customerId: string,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await transaction(database, change)
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error
      if (performance.now() > end) {
        const message = `A transaction has held the table ${table} for ${PATIENCE_MS / 1_000} s: pg_stat_activity shows it. Run the same command again when it has ended, or \`entrepot customers thaw ${customerId}\`.`
        throw new MoveError('MOVE_LOCKED', message, { cause: error })
      }
      await delay(100 + Math.random() * 200)
    }
  }
}

/**
 * Lets a frozen customer write again: in the hub from which it was to move, or in the one that has loaded it.
 *
 * @throws MoveError `MOVE_NO_CUSTOMER`, `MOVE_STATE`
 */
export async function thawCustomer(database: Database, customerId: string): Promise<void> {
  await leaveFrozen(database, customerId, null)
}

/**
 * Says that another hub serves a customer that is frozen here. All of its calls are refused then.
 *
 * @throws MoveError `MOVE_NO_CUSTOMER`, `MOVE_STATE`
 */
export async function retireCustomer(database: Database, customerId: string): Promise<void> {
  await leaveFrozen(database, customerId, 'moved')
}

async function leaveFrozen(
  database: Database,
  customerId: string,
  to: 'moved' | null,
): Promise<void> {
  const { move } = await readCustomer(database, customerId)
  if (move === to) return
  const isChanged = await transaction(database, async (tx) => {
    await allowWrites(tx, customerId)
    return await changeState(tx, customerId, 'frozen', to)
  })
  if (!isChanged) throw new MoveError('MOVE_STATE', notFrozen(customerId, move))
  await unguardCustomer(database, customerId)
}

function notFrozen(customerId: string, move: MovingCustomer['move']): string {
  return move === 'moved'
    ? `Customer ${customerId} has moved: two hubs must not serve it. Move it back with freeze, export and import in the hub that serves it.`
    : `Customer ${customerId} is not frozen. Run \`entrepot customers freeze ${customerId}\` first.`
}

/** Removes the triggers, which refuse nothing any more. Those of a table that is being read for long stay, and the next move replaces them. */
async function unguardCustomer(database: Database, customerId: string): Promise<void> {
  for (const table of await guardedTables(database)) {
    await transaction(database, async (tx) => {
      await unguardTable(tx, table, customerId, LOCK_MS)
    }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== '55P03') throw error
    })
  }
}

/**
 * Deletes all rows of a customer that has moved, one table after the other. It may run again after an interruption.
 *
 * @throws MoveError `MOVE_NO_CUSTOMER`, `MOVE_STATE`
 */
export async function deleteCustomer(
  database: Database,
  customerId: string,
  report: Report,
): Promise<void> {
  const { move } = await readCustomer(database, customerId)
  if (move !== 'moved') {
    const message = `Customer ${customerId} has not moved, so it is not deleted. Say that another hub serves it with \`entrepot customers moved ${customerId}\`.`
    throw new MoveError('MOVE_STATE', message)
  }
  const all = await listTables(database)
  const others = all.filter((table) => isOfCustomers(table) && !carriedTables(all).includes(table))
  const carried = carriedTables(all).filter(
    ({ name, columns }) => columns.includes('customer_id') || name === 'hub.agent_workloads',
  )
  for (const table of [...carried, ...others].toReversed()) {
    const count = await transaction(database, async (tx) => {
      await prepareCopy(tx)
      return await deleteRows(tx, table.name, rowsOf(table, customerId))
    })
    if (count > 0) report(`${table.name}: ${count} rows deleted`)
  }
}
