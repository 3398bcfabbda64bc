/** All SQL of imports. */
import type { CatalogueSettings } from '@entrepot/catalogues'
import { type Connection, execute, query, queryFirst, type Sql, sql } from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Cursor } from '../../kit/shared/paging.ts'
import { isStaying } from '../../kit/sql/moving-store.ts'
import { fromMicros, microsOf } from '../../kit/sql/paging-store.ts'
import type { ImportOptions, ImportStatus } from './schema.ts'

/** How often the rows of a file report the same. */
export interface Reason {
  readonly Kind: 'error' | 'skipped' | 'note'
  readonly Message: string
  readonly Count: number
}

/** How the file of an import is read. */
export interface StoredSettings
  extends Omit<CatalogueSettings, 'mapping'>,
    // Imports of earlier releases have none.
    Partial<Pick<CatalogueSettings, 'mapping'>> {
  /** The name of the kept mapping. */
  readonly mappingName?: string | undefined
  /** Whether the hub has chosen the kept mapping. */
  readonly isChosen?: boolean
}

/** An import as it is stored. Counts are numbers: a file has fewer rows than 2^53. */
export interface StoredImport {
  readonly importId: string
  readonly customerId: string
  readonly status: ImportStatus
  readonly fileName: string | null
  readonly options: ImportOptions
  readonly isDryRun: boolean
  readonly actor: Actor
  readonly settings: StoredSettings | null
  readonly bytes: number
  readonly appliedBytes: number
  readonly pass: number
  readonly position: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  readonly deactivated: number
  /** How many active products its source had brought before, if it is complete. */
  readonly known: number | null
  readonly stocked: number
  readonly unmanaged: number
  readonly notes: readonly string[]
  readonly reasons: readonly Reason[]
  readonly problem: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

export const COLUMNS = sql`
  import_id as "importId", customer_id as "customerId", status, file_name as "fileName", options,
  is_dry_run as "isDryRun", actor, settings, bytes::float8, applied_bytes::float8 as "appliedBytes", pass,
  position::float8, created::float8, updated::float8, unchanged::float8, skipped::float8, failed::float8, deactivated::float8,
  known::float8, stocked::float8, unmanaged::float8, notes, reasons, problem,
  created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt"`

/** The source of an import: what its sender calls it, its kept mapping, or the format of its file. */
export function sourceOf({
  options,
  settings,
}: Pick<StoredImport, 'options' | 'settings'>): string {
  return options.source ?? settings?.mappingName ?? settings?.format ?? 'entrepot'
}

export const named = ({ customerId, importId }: { customerId: string; importId: string }): Sql =>
  sql`customer_id = ${customerId} and import_id = ${importId}`

/** Adds an import whose file is being received. Returns its id. */
export async function insertImport(
  connection: Connection,
  customerId: string,
  values: Pick<StoredImport, 'fileName' | 'options' | 'isDryRun' | 'actor'>,
): Promise<string> {
  const row = await queryFirst<{ id: string }>(
    connection,
    sql`
    insert into marketplace.imports (customer_id, file_name, options, is_dry_run, actor)
    values (${customerId}, ${values.fileName}, ${JSON.stringify(values.options)}, ${values.isDryRun},
      ${JSON.stringify(values.actor)})
    returning import_id as id`,
  )
  if (row === undefined) throw new Error('an import was stored without an id')
  return row.id
}

/** The key of an import. */
export interface ImportKey {
  readonly customerId: string
  readonly importId: string
}

export async function insertChunk(
  connection: Connection,
  { customerId, importId }: ImportKey,
  number: number,
  content: Buffer,
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into marketplace.import_chunks (customer_id, import_id, number, content)
    values (${customerId}, ${importId}, ${number}, ${content})`,
  )
}

export async function readChunk(
  connection: Connection,
  key: ImportKey,
  number: number,
): Promise<Buffer | undefined> {
  const row = await queryFirst<{ content: Buffer }>(
    connection,
    sql`select content from marketplace.import_chunks where ${named(key)} and number = ${number}`,
  )
  return row?.content
}

/** Marks the file as complete. */
export async function queueImport(
  connection: Connection,
  key: ImportKey,
  bytes: number,
  settings: StoredSettings,
): Promise<StoredImport | undefined> {
  return await queryFirst<StoredImport>(
    connection,
    sql`
    update marketplace.imports set status = 'queued', bytes = ${bytes}, settings = ${JSON.stringify(settings)}
    where ${named(key)} and status = 'uploading' returning ${COLUMNS}`,
  )
}

export async function deleteImport(connection: Connection, key: ImportKey): Promise<void> {
  await execute(connection, sql`delete from marketplace.imports where ${named(key)}`)
}

export async function findImport(
  connection: Connection,
  key: ImportKey,
): Promise<StoredImport | undefined> {
  return await queryFirst<StoredImport>(
    connection,
    sql`select ${COLUMNS} from marketplace.imports where ${named(key)}`,
  )
}

/** Reads a page of imports, the newest first. */
export async function findImports(
  connection: Connection,
  customerId: string,
  { status, before }: { status?: ImportStatus | undefined; before?: Cursor | undefined },
  limit: number,
): Promise<readonly (StoredImport & { readonly micros: string })[]> {
  return await query(
    connection,
    sql`
    select ${COLUMNS}, ${microsOf(sql`created_at`)} as micros from marketplace.imports
    where customer_id = ${customerId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${before === undefined ? sql`` : sql`and (created_at, import_id) < (${fromMicros(before.micros)}, ${before.id})`}
    order by created_at desc, import_id desc limit ${limit}`,
  )
}

/** Ends an import that has not ended. Returns it as it is afterwards. */
export async function cancelImport(
  connection: Connection,
  key: ImportKey,
): Promise<StoredImport | undefined> {
  await execute(
    connection,
    sql`
    update marketplace.imports set status = 'cancelled', ended_at = now(), claim = null, claimed_until = null
    where ${named(key)} and status in ('uploading', 'queued', 'running')`,
  )
  return await findImport(connection, key)
}

/** What a row of the file reports. */
export interface ImportRow {
  readonly position: number
  readonly line: number
  readonly kind: 'error' | 'skipped' | 'note' | 'deferred'
  readonly reference: string | null
  readonly message: string
}

/** Reads what rows report, after a position: everything, or what is of one kind. */
export async function findRows(
  connection: Connection,
  key: ImportKey,
  after: number,
  limit: number,
  kind?: ImportRow['kind'],
): Promise<readonly ImportRow[]> {
  const only = kind === undefined ? sql`` : sql`and kind = ${kind}`
  return await query<ImportRow>(
    connection,
    sql`
    select position::float8 as position, line::float8 as line, kind, reference, message from marketplace.import_rows
    where ${named(key)} and position > ${after} ${only} order by position limit ${limit}`,
  )
}

/**
 * How often the rows of an import report what, the most frequent first. What a message quotes, and the rows and moments that it names, do not
 * count.
 */
export async function findReasons(
  connection: Connection,
  key: ImportKey,
  limit: number,
): Promise<readonly Reason[]> {
  return await query<Reason>(
    connection,
    sql`
    select kind as "Kind", reason as "Message", count(*)::float8 as "Count"
    from marketplace.import_rows, lateral regexp_split_to_table(regexp_replace(regexp_replace(regexp_replace(
      message, ${QUOTED}, '"…"', 'g'), ${ROW}, 'row …', 'g'), ${MOMENT}, '…', 'g'), '; ') as reason
    where ${named(key)} and kind <> 'deferred'
    group by 1, 2 order by 3 desc, 1, 2 limit ${limit}`,
  )
}

// Of PostgreSQL: a text in the quotes of JSON, the number of a row, and a moment.
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const ROW = String.raw`\mrow \d+`
const MOMENT = String.raw`\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)`

/** The customers with imports of a status that no node applies. */
export async function findUnclaimed(
  connection: Connection,
  status: 'queued' | 'running',
): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    connection,
    sql`
    select distinct customer_id as id from marketplace.imports
    where status in ('queued', 'running') and status = ${status}
      and (claimed_until is null or claimed_until < clock_timestamp())
      and ${isStaying(sql`customer_id`)}`,
  )
  return rows.map(({ id }) => id)
}

/** Removes files a day after their import has ended, and imports after 30 days. Uploads that were cut off are removed after a day. */
export async function removeOldFiles(connection: Connection, limit: number): Promise<number> {
  const chunks = await execute(
    connection,
    sql`
    delete from marketplace.import_chunks where (customer_id, import_id, number) in (
      select c.customer_id, c.import_id, c.number from marketplace.import_chunks c
      join marketplace.imports i using (customer_id, import_id)
      where i.ended_at < now() - interval '1 day'
        or (i.status = 'uploading' and i.created_at < now() - interval '1 day')
      limit ${limit} for update of c skip locked)`,
  )
  const imports = await execute(
    connection,
    sql`
    delete from marketplace.imports where (customer_id, import_id) in (
      select customer_id, import_id from marketplace.imports
      where ended_at < now() - interval '30 days'
        or (status = 'uploading' and created_at < now() - interval '1 day')
      limit 10 for update skip locked)`,
  )
  return Math.max(chunks, imports)
}
