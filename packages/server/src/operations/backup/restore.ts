/** Restores a backup in one transaction. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import {
  copyIn,
  type Database,
  DatabaseError,
  migrateTo,
  type Transaction,
  transaction,
} from '@entrepot/database'
import { continueIfRestored } from '@entrepot/marketplace/routes'
import { migrateTo as migrateOAuthTo } from '@entrepot/oauth/postgres'
import { HUB_SETS } from '../../database/migrations.ts'
import { FORMAT, type Header, type MovedCustomer, type TableSum } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { damaged, type Frame, readFrames } from './frames.ts'
import {
  countUsers,
  dropSchemas,
  emptyTables,
  findSchemas,
  listTables,
  prepareCopy,
  setSequence,
} from './store.ts'

/** Name of the connections of a restore, by which they are told from those of hubs. */
export const RESTORE_NAME = 'entrepot restore'

/** Options of {@link restoreDatabase}. */
export interface RestoreOptions {
  readonly file: string
  /** Whether tables that exist are deleted first. */
  readonly replace: boolean
  /** Called after each table. */
  readonly onTable?: (sum: TableSum, index: number, count: number) => void
}

/**
 * Restores a backup. The file is read completely and checked before anything is changed, and all changes are one transaction. The tables
 * are created as of the version that wrote the backup; a start of the hub then migrates them as usual. The log of events continues with ids
 * that were never used.
 *
 * @throws BackupError `BACKUP_DAMAGED`, `BACKUP_FILE`, `BACKUP_NEWER` (a newer version of the hub wrote it), `BACKUP_OLDER`
 * (from before 0.1.0, without all migrations of then), `BACKUP_NOT_EMPTY`,
 * `BACKUP_IN_USE` (a hub uses the database); DatabaseError
 */
export async function restoreDatabase(
  database: Database,
  { file, replace, onTable = () => {} }: RestoreOptions,
): Promise<readonly TableSum[]> {
  const { header, sums } = await checkBackup(file)
  if (header.customer) throw ofCustomer(header.customer)
  return await transaction(
    database,
    async (tx) => {
      await prepareCopy(tx)
      await makeRoom(tx, replace)
      await createTables(tx, header)
      await loadTables(tx, { file, header, sums, onTable })
      for (const sequence of header.sequences) await setSequence(tx, sequence)
      await continueIfRestored(tx)
      return sums
    },
    { attempts: 1 },
  )
}

/** What a complete backup says about itself. */
export interface Checked {
  readonly header: Header
  readonly sums: readonly TableSum[]
}

/**
 * Reads a whole backup, and checks it.
 *
 * @throws BackupError `BACKUP_DAMAGED`, `BACKUP_FILE`, `BACKUP_NEWER`
 */
export async function checkBackup(file: string): Promise<Checked> {
  let header: Header | undefined
  let sums: readonly TableSum[] | undefined
  for await (const { kind, content } of openBackup(file)) {
    if (kind === 'header') header = JSON.parse(content.toString()) as Header
    if (kind === 'sums') sums = JSON.parse(content.toString()) as readonly TableSum[]
    if (header && header.format !== FORMAT) throw newer(header)
  }
  if (header === undefined || sums === undefined) throw damaged('it contains no tables')
  return { header, sums }
}

async function* openBackup(file: string): AsyncGenerator<Frame> {
  const gunzip = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* readFrames(source.pipe(gunzip) as AsyncIterable<Buffer>)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (/^(Z_|ERR_)/.test(code) || error instanceof SyntaxError) {
      throw damaged('it cannot be unzipped', error)
    }
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    const message = `${file} cannot be read (${code}). Correct the path or its permissions.`
    throw new BackupError('BACKUP_FILE', message, { cause: error })
  } finally {
    source.destroy()
  }
}

async function makeRoom(tx: Transaction, replace: boolean): Promise<void> {
  if ((await countUsers(tx)) > 0) {
    const message = 'A hub or a command uses the database. Stop all hubs, and restore then.'
    throw new BackupError('BACKUP_IN_USE', message)
  }
  const schemas = await findSchemas(tx)
  if (schemas.length > 0 && !replace) {
    const message = `The database has tables of a hub (${schemas.join(', ')}). Restore into an empty database, or delete these tables by --replace.`
    throw new BackupError('BACKUP_NOT_EMPTY', message)
  }
  await dropSchemas(tx, schemas)
}

/** Creates the tables as of the migrations of the backup, without rows. */
async function createTables(tx: Transaction, header: Header): Promise<void> {
  try {
    for (const set of HUB_SETS) await migrateTo(tx, set, header.migrations[set.name] ?? [])
    if (header.oauth > 0) await migrateOAuthTo(tx, oauthOf(header))
  } catch (error) {
    const { code } = error as { code?: unknown }
    const isNewer = code === 'OAUTH_STORE_VERSION' || code === 'DATABASE_MIGRATION_UNKNOWN'
    const isOlder = code === 'OAUTH_STORE_OLD' || code === 'DATABASE_MIGRATION_OLD'
    if (isOlder) throw older(error as Error)
    throw isNewer ? newer(header, error) : error
  }
  const tables = await listTables(tx)
  const shape = (all: Header['tables']) =>
    all
      .filter(({ name }) => !RECORDS.has(name))
      .map(({ name, columns }) => `${name} ${columns}`)
      .sort()
  if (shape(tables).join('\n') !== shape(header.tables).join('\n')) {
    throw new DatabaseError(
      'DATABASE_MIGRATION_CHANGED',
      'The tables of the backup differ from those that its migrations create. Restore it with the version of the hub that wrote it.',
    )
  }
  // Migrations may have written rows, their own records among them.
  await emptyTables(tx, tables)
}

/** Backups from before 0.1.0 do not name the files of the sign-in. Those of the other modules tell that they are meant. */
function oauthOf({ oauth: newest, migrations }: Header): { newest: number; first?: string } {
  const isReplaced = migrations.hub?.[0]?.name === '0001-users-sessions'
  return isReplaced ? { newest, first: '0001-login' } : { newest }
}

/** Tables that no migration creates. Later versions record more about each migration. */
const RECORDS = new Set(['entrepot.migrations', 'oauth.migrations'])

/** Where {@link loadTables} puts rows. */
export interface Loading {
  /** The table that gets the rows of a table. @default the same */
  readonly into: (name: string) => string
  /** Called when the rows of a table are there. */
  readonly settle: (name: string) => Promise<void>
}

/** Loads the rows of all tables while the file is read for the second time. */
export async function loadTables(
  tx: Transaction,
  { file, header, sums, onTable }: Required<Pick<RestoreOptions, 'file' | 'onTable'>> & Checked,
  { into = (name) => name, settle = async () => {} }: Partial<Loading> = {},
): Promise<void> {
  const frames = openBackup(file)
  let frame = await frames.next()
  async function* rowsOf(seen: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
    for (frame = await frames.next(); frame.value?.kind === 'data'; frame = await frames.next()) {
      seen(frame.value.content)
      yield frame.value.content
    }
  }
  for (let loaded = 0; !frame.done; ) {
    if (frame.value.kind !== 'table') {
      frame = await frames.next()
      continue
    }
    const { table: name } = JSON.parse(frame.value.content.toString()) as { table: string }
    // Also keeps a name of the file that is no table from becoming a part of a statement.
    const found = header.tables.find((table) => table.name === name)
    if (found === undefined) throw damaged('it has rows of an unknown table')
    const hash = createHash('sha256')
    const statement = `copy ${into(name)} (${found.columns.join(', ')}) from stdin`
    const rows = await copyIn(
      tx,
      statement,
      rowsOf((chunk) => hash.update(chunk)),
    )
    const sum = sums[loaded]
    // The hash is what counts: files of earlier hubs may say 0 rows of a table that has some.
    if (sum?.table !== name || sum.sha256 !== hash.digest('hex')) {
      throw damaged('it has changed while it was restored')
    }
    loaded += 1
    await settle(name)
    onTable({ ...sum, rows }, loaded, sums.length)
  }
}

function ofCustomer({ customerId }: MovedCustomer): BackupError {
  const message = `The file has only the rows of customer ${customerId}. Nothing was changed. Load it with \`entrepot customers import\`.`
  return new BackupError('BACKUP_DAMAGED', message)
}

function older(cause: Error): BackupError {
  const message = `The backup is from before 0.1.0. ${cause.message} Restore the backup with the version that it is to be started with.`
  return new BackupError('BACKUP_OLDER', message, { cause })
}

function newer({ version }: Header, cause?: unknown): BackupError {
  const message = `Version ${version} of the hub wrote this backup, which is newer than this one. Nothing was changed. Restore it with that version.`
  return new BackupError('BACKUP_NEWER', message, { cause })
}
