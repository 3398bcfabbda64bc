/** Writes all rows of a customer into a file. */
import type { Database, Transaction } from '@entrepot/database'
import { type BackupOptions, readHeader, type TableSum, writeSnapshot } from '../backup/backup.ts'
import type { Table } from '../backup/store.ts'
import { readCustomer } from './freeze.ts'
import { MoveError } from './move-error.ts'
import { findGuarded, type MovingCustomer } from './store.ts'
import { carriedTables, isOfCustomers, rowsOf, UNGUARDED } from './tables-store.ts'

/** Options of {@link exportCustomer}. */
export interface ExportOptions extends Required<BackupOptions> {
  readonly customerId: string
  /** Of the secrets with which the hub seals values. */
  readonly fingerprints: readonly string[]
}

/**
 * Writes all rows of a frozen customer into a file, as one snapshot. The file has the form of a backup. It has personal data, and is readable for
 * its owner only.
 *
 * @throws MoveError `MOVE_NO_CUSTOMER`, `MOVE_STATE`; BackupError `BACKUP_FILE`; DatabaseError
 */
export async function exportCustomer(
  database: Database,
  { customerId, fingerprints, version, ...options }: ExportOptions,
): Promise<readonly TableSum[]> {
  return await writeSnapshot(database, options, async (tx) => {
    const header = await readHeader(tx, version)
    const customer = await readCustomer(tx, customerId)
    await refuseUnfrozen(tx, customer, header.tables)
    const tables = carriedTables(header.tables)
    return {
      header: {
        ...header,
        tables,
        customer: { customerId, name: customer.name, fingerprints },
      },
      selectionOf: (table) =>
        `(select ${table.columns.join(', ')} from ${table.name} where ${rowsOf(table, customerId)})`,
    }
  })
}

/** What is written after the snapshot would be lost. */
async function refuseUnfrozen(
  tx: Transaction,
  { customerId, move }: MovingCustomer,
  tables: readonly Table[],
): Promise<void> {
  const guarded = await findGuarded(tx, customerId)
  const isComplete = tables
    .filter((table) => isOfCustomers(table) && !UNGUARDED.has(table.name))
    .every(({ name }) => guarded.has(name))
  if (move === 'frozen' && isComplete) return
  const message =
    move === 'moved'
      ? `Customer ${customerId} has moved. Export it from the hub that serves it now.`
      : `Customer ${customerId} is not frozen, so its file could miss orders. Run \`entrepot customers freeze ${customerId}\` first.`
  throw new MoveError('MOVE_STATE', message)
}
