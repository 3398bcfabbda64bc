/** Writes a backup: one snapshot of all tables of the hub, while hubs run. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createGzip } from 'node:zlib'
import { copyOut, type Database, type Transaction, transaction } from '@entrepot/database'
import { HUB_SETS } from '../../database/migrations.ts'
import { BackupError } from './backup-error.ts'
import { FrameWriter } from './frames.ts'
import {
  listTables,
  lockTables,
  type MigrationRecord,
  prepareCopy,
  readOAuthVersion,
  readRecords,
  readSequences,
  type Sequence,
  type Table,
} from './store.ts'

/** The version of the format. */
export const FORMAT = 1

/** The first frame of a backup. */
export interface Header {
  readonly format: number
  /** Version of the hub that wrote it. */
  readonly version: string
  readonly createdAt: string
  /** The migrations of each set, by its name. */
  readonly migrations: Readonly<Record<string, readonly MigrationRecord[]>>
  /** The newest migration of `@entrepot/oauth`; 0 if it has no tables. */
  readonly oauth: number
  readonly tables: readonly Table[]
  readonly sequences: readonly Sequence[]
  /** Only in the file of one customer that moves to another hub. */
  readonly customer?: MovedCustomer
}

/** Whose rows a file has. */
export interface MovedCustomer {
  readonly customerId: string
  readonly name: string
  /** Of the secrets with which values are sealed. */
  readonly fingerprints: readonly string[]
}

/** The number of rows of a table, and the SHA-256 of its data. */
export interface TableSum {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

/** Options of {@link backupDatabase}. */
export interface BackupOptions {
  readonly file: string
  readonly version: string
  /** Called after each table. */
  readonly onTable?: (sum: TableSum, index: number, count: number) => void
}

/**
 * Writes all tables of the hub into a file, as one snapshot. Hubs may run meanwhile; only migrations wait. The file gets its name when
 * it is complete and on the disk. It contains personal data, and is readable for its owner only.
 *
 * @throws BackupError `BACKUP_FILE` if the file exists or cannot be written; DatabaseError
 */
export async function backupDatabase(
  database: Database,
  { file, version, onTable = () => {} }: BackupOptions,
): Promise<readonly TableSum[]> {
  return await writeSnapshot(database, { file, onTable }, async (tx) => ({
    header: await readHeader(tx, version),
    selectionOf: ({ name, columns }) => `${name} (${columns.join(', ')})`,
  }))
}

/** What a file gets. */
export interface Contents {
  readonly header: Header
  /** What `copy` reads of a table: its columns, or a query in parentheses. */
  readonly selectionOf: (table: Table) => string
}

/**
 * Writes tables into a file, as one snapshot: see {@link backupDatabase}, which also says what it throws.
 *
 * @param plan reads what the file gets, in the transaction of the snapshot
 */
export async function writeSnapshot(
  database: Database,
  { file, onTable }: Required<Pick<BackupOptions, 'file' | 'onTable'>>,
  plan: (tx: Transaction) => Promise<Contents>,
): Promise<readonly TableSum[]> {
  // Another backup into the same file may run at the same time.
  const draft = `${file}.${randomUUID()}.part`
  await reserve(file, draft)
  try {
    const work = async (tx: Transaction) =>
      await writeTables(tx, database, { draft, plan, onTable })
    const sums = await transaction(database, work, { isolation: 'repeatable read', attempts: 1 })
    await publish(draft, file)
    return sums
  } catch (error) {
    await rm(draft, { force: true })
    throw explainFile(error, file)
  }
}

async function writeTables(
  tx: Transaction,
  database: Database,
  {
    draft,
    plan,
    onTable,
  }: Required<Pick<BackupOptions, 'onTable'>> & {
    readonly draft: string
    readonly plan: (tx: Transaction) => Promise<Contents>
  },
): Promise<readonly TableSum[]> {
  await prepareCopy(tx)
  // The locks come before the snapshot: an older snapshot would see tables that a migration rewrites as empty.
  await lockTables(tx, await listTables(database))
  const { header, selectionOf } = await plan(tx)
  const out = openDraft(draft)
  const frames = new FrameWriter()
  await out.write(frames.json('header', header))
  const sums: TableSum[] = []
  for (const [index, table] of header.tables.entries()) {
    const { name } = table
    await out.write(frames.json('table', { table: name }))
    const hash = createHash('sha256')
    const rows = await copyOut(tx, `copy ${selectionOf(table)} to stdout`, async (chunk) => {
      hash.update(chunk)
      await out.write(frames.encode('data', chunk))
    })
    const sum = { table: name, rows, sha256: hash.digest('hex') }
    sums.push(sum)
    onTable(sum, index + 1, header.tables.length)
  }
  await out.write(frames.json('sums', sums))
  await out.write(frames.end())
  await out.close()
  return sums
}

/** The header of a backup of all tables. */
export async function readHeader(tx: Transaction, version: string): Promise<Header> {
  const tables = await listTables(tx)
  const migrations: Record<string, readonly MigrationRecord[]> = {}
  for (const { name } of HUB_SETS) migrations[name] = await readRecords(tx, name)
  return {
    format: FORMAT,
    version,
    createdAt: new Date().toISOString(),
    migrations,
    oauth: await readOAuthVersion(tx),
    tables,
    sequences: await readSequences(tx),
  }
}

/** Fails now rather than after minutes of work. */
async function reserve(file: string, draft: string): Promise<void> {
  try {
    const taken = await open(file, 'r').catch(() => undefined)
    await taken?.close()
    if (taken) throw fileExists(file)
    const handle = await open(draft, 'wx', 0o600)
    await handle.close()
  } catch (error) {
    throw explainFile(error, file)
  }
}

/** Zips what is written, and waits while the disk is slower than the database. */
function openDraft(draft: string) {
  const gzip = createGzip()
  const target = createWriteStream(draft, { flags: 'w', mode: 0o600, flush: true })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  gzip.on('error', reject)
  target.on('error', reject)
  gzip.pipe(target)
  return {
    async write(bytes: Buffer): Promise<void> {
      if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed])
    },
    async close(): Promise<void> {
      gzip.end()
      await Promise.race([once(target, 'close'), failed])
    },
  }
}

async function publish(draft: string, file: string): Promise<void> {
  await giveName(draft, file)
  const folder = await open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

/** A second backup of the same name must not replace the first. File systems without links cannot refuse it. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw fileExists(file)
    if (!NO_LINKS.has(code ?? '')) throw error
    return await rename(draft, file)
  }
  await rm(draft)
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

function fileExists(file: string): BackupError {
  return new BackupError('BACKUP_FILE', `${file} exists. Choose another name, or move it away.`)
}

function explainFile(error: unknown, file: string): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall === undefined || error instanceof BackupError) return error
  const message = `${file} cannot be written (${code}). Choose a folder that this user can write to, on a disk with room.`
  return new BackupError('BACKUP_FILE', message, { cause: error })
}
