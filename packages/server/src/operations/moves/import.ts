/** Loads the file of a customer into another hub. */
import { type Database, isUniqueViolation, type Transaction, transaction } from '@entrepot/database'
import { findSequences } from '../../database/cell-store.ts'
import { HUB_SETS } from '../../database/migrations.ts'
import type { BackupOptions, Header, MovedCustomer, TableSum } from '../backup/backup.ts'
import { type Checked, checkBackup, loadTables } from '../backup/restore.ts'
import { listTables, prepareCopy, readRecords } from '../backup/store.ts'
import { guardCustomer } from './freeze.ts'
import { MoveError } from './move-error.ts'
import {
  createStage,
  findDoubtful,
  matchPeople,
  settleStage,
  settleViews,
  stageOf,
} from './people-store.ts'
import { adoptRows, hasRow, lastOf, lockImport, raiseSequence } from './store.ts'
import { carriedTables, isOfCustomers, rowsOf, STAGED } from './tables-store.ts'

/** Options of {@link importCustomer}. */
export interface ImportOptions extends Required<Omit<BackupOptions, 'version'>> {
  /** Of the secrets of this hub. */
  readonly fingerprints: readonly string[]
}

/**
 * Loads the file of a customer. The file is read completely and checked before anything is changed, and all changes are one transaction. The customer
 * is frozen afterwards, as it was in the hub that wrote the file.
 *
 * @throws MoveError `MOVE_FILE`, `MOVE_VERSION`, `MOVE_SECRET`, `MOVE_EXISTS`, `MOVE_CELL`, `MOVE_PERSON`; BackupError; DatabaseError
 */
export async function importCustomer(
  database: Database,
  { file, fingerprints, onTable }: ImportOptions,
): Promise<MovedCustomer & { readonly sums: readonly TableSum[] }> {
  const checked = await checkBackup(file)
  const { customer } = checked.header
  if (customer === undefined) {
    const message = `${file} is a backup of a whole hub. Nothing was changed. Restore it with \`entrepot restore\`, or use a file of \`entrepot customers export\`.`
    throw new MoveError('MOVE_FILE', message)
  }
  refuseSecrets(customer, fingerprints)
  const work = async (tx: Transaction) => await load(tx, { file, onTable, ...checked }, customer)
  await transaction(database, work, { attempts: 1 }).catch(explainTaken)
  await guardCustomer(database, customer.customerId)
  return { ...customer, sums: checked.sums }
}

type LoadOptions = Checked & Pick<ImportOptions, 'file' | 'onTable'>

async function load(
  tx: Transaction,
  options: LoadOptions,
  { customerId }: MovedCustomer,
): Promise<void> {
  const { header } = options
  await prepareCopy(tx)
  if (!/^[1-9]\d{0,17}$/.test(customerId)) throw otherVersion(header)
  await lockImport(tx, customerId)
  await refuseVersion(tx, header)
  await refuseExisting(tx, header, customerId)
  for (const { name } of header.tables) if (STAGED.has(name)) await createStage(tx, name)
  await loadTables(tx, options, {
    into: (name) => (STAGED.has(name) ? stageOf(name) : name),
    settle: async (name) => await settle(tx, header, name),
  })
  await settleViews(tx, customerId)
  const last = new Map(header.sequences.map((sequence) => [sequence.name, sequence.last]))
  await adoptRows(tx, customerId, last.get(EVENT_IDS) ?? '0')
  for (const { name, isOfHub } of await findSequences(tx)) {
    if (!isOfHub) await raiseSequence(tx, name, last.get(name) ?? '0')
  }
}

/** People are loaded first, and found here when all of their accounts are known. */
async function settle(tx: Transaction, { tables }: Header, name: string): Promise<void> {
  const columnsOf = (table: string) => tables.find((one) => one.name === table)?.columns ?? []
  if (name === 'hub.users') return
  if (name === 'hub.identities') {
    await matchPeople(tx)
    const doubtful = await findDoubtful(tx)
    if (doubtful.length > 0) throw new MoveError('MOVE_PERSON', explainDoubt(doubtful))
    await settleStage(tx, 'hub.users', columnsOf('hub.users'))
  }
  if (STAGED.has(name)) await settleStage(tx, name, columnsOf(name))
}

const EVENT_IDS = 'marketplace.event_ids'

/** A number that customers here would get soon. */
const NEAR = 100_000_000n

async function refuseExisting(
  tx: Transaction,
  { tables }: Header,
  customerId: string,
): Promise<void> {
  for (const table of tables.filter(isOfCustomers)) {
    if (!(await hasRow(tx, table.name, rowsOf(table, customerId)))) continue
    const message = `This hub has rows of a customer ${customerId} (${table.name}). Nothing was changed. If it has moved from here before, delete them with \`entrepot customers delete ${customerId}\`; otherwise see ENTREPOT_CELL.`
    throw new MoveError('MOVE_EXISTS', message)
  }
  const last = await lastOf(tx, 'marketplace.customers_customer_id_seq')
  if (BigInt(customerId) <= last || BigInt(customerId) > last + NEAR) return
  const message = `This hub would give the number ${customerId} to another customer. Nothing was changed. Set ENTREPOT_CELL of this hub to a number that no other hub has, and run \`entrepot migrate\` first.`
  throw new MoveError('MOVE_CELL', message)
}

async function refuseVersion(tx: Transaction, header: Header): Promise<void> {
  for (const { name } of HUB_SETS) {
    const records = JSON.stringify(await readRecords(tx, name))
    if (records !== JSON.stringify(header.migrations[name])) throw otherVersion(header)
  }
  const shape = (tables: Header['tables']) => tables.map((one) => `${one.name} ${one.columns}`)
  const here = shape(carriedTables(await listTables(tx)))
  if (here.join('\n') !== shape(header.tables).join('\n')) throw otherVersion(header)
}

function otherVersion({ version }: Header): MoveError {
  const message = `Version ${version} of the hub wrote the file, and the tables here differ from its tables. Nothing was changed. Update both hubs to the same version, and export again.`
  return new MoveError('MOVE_VERSION', message)
}

/** Values that are sealed by a secret that this hub does not have could not be read. */
function refuseSecrets({ customerId, fingerprints }: MovedCustomer, here: readonly string[]): void {
  if (fingerprints.every((one) => here.includes(one))) return
  const message = `This hub does not have the secret with which values of customer ${customerId} are sealed, such as those of webhooks. Nothing was changed. Add the ENTREPOT_SECRET of the other hub to the list of secrets here, and restart this hub.`
  throw new MoveError('MOVE_SECRET', message)
}

function explainDoubt(emails: readonly string[]): string {
  return `Both hubs have users with these addresses, of which no provider has confirmed that they are the same person: ${emails.join(', ')}. Nothing was changed. Let them sign in here with their provider, or remove them here with \`entrepot users remove\`.`
}

/** Numbers of the hub itself are taken if both hubs count in the same range. */
function explainTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  const { detail = '', table = '' } = error as { detail?: string; table?: string }
  const message = `A number or name of the file belongs to somebody else here (${table}: ${detail}). Nothing was changed. Give each hub an ENTREPOT_CELL of its own before it has customers.`
  throw new MoveError('MOVE_CELL', message, { cause: error })
}
