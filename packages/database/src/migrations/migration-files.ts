import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseError } from '../errors.ts'

/** The migrations of one package. Sets in the same database are numbered and applied independently of each other. */
export interface MigrationSet {
  /** Identifies the set and must not change: another name is another set. Letters, digits, `-` and `_`. */
  readonly name: string
  /** Folder with files `0001-some-name.sql`, `0002-another.sql`, ...; files with other extensions are ignored. */
  readonly directory: URL | string
  /** What the first file has replaced, if it makes in one step what several earlier files have made. */
  readonly baseline?: Baseline
}

/** The files that the first file of a set has replaced. A database that has all of them is adopted: it gets a record of the first file. */
export interface Baseline {
  /** The SHA-256 of each file by its name, in order. A file whose text was changed once has several. */
  readonly replaces: Readonly<Record<string, readonly string[]>>
  /** The last program that has these files, as error messages name it: a database that lacks some is to be started once with it. */
  readonly program: string
}

/** One file of a set. */
export interface Migration {
  readonly number: number
  /** `0001-some-name`: the file name without its extension. */
  readonly name: string
  readonly sql: string
  /**
   * Number of the oldest migration that a program must know to work with the tables as this file leaves them: from the line
   * `-- compatible-from: 0026` of the file. Without that line its own number, so that no earlier program can.
   */
  readonly compatibleFrom: number
  /** SHA-256 of the text with `\n` line ends, so that a checkout with `\r\n` gives the same value. */
  readonly checksum: string
}

/**
 * Reads a set, in order.
 * @throws {DatabaseError} `DATABASE_MIGRATION_INVALID` for an invalid file name, a gap, a duplicate number,
 * an empty file, or a folder that cannot be read
 */
export async function readMigrations(set: MigrationSet): Promise<Migration[]> {
  const directory = set.directory instanceof URL ? fileURLToPath(set.directory) : set.directory
  if (!/^[\w-]+$/.test(set.name)) {
    throw invalid(set, `its name may only hold letters, digits, '-' and '_'`)
  }
  const names = await readdir(directory).catch((cause: unknown) => {
    throw invalid(set, `the folder ${directory} cannot be read`, cause)
  })
  const files = names.filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(set, directory, file)))
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) {
      throw invalid(
        set,
        `number ${index + 1} is expected where '${migration.name}.sql' stands; number the files from 0001 without gaps or doubles`,
      )
    }
  })
  return migrations
}

async function readMigration(
  set: MigrationSet,
  directory: string,
  file: string,
): Promise<Migration> {
  const parts = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.exec(file)
  if (!parts) throw invalid(set, `the file name '${file}' is not of the form 0001-some-name.sql`)
  const sql = (await readFile(join(directory, file), 'utf8')).replaceAll('\r\n', '\n')
  if (!sql.trim()) throw invalid(set, `the file '${file}' is empty`)
  const number = Number(parts[1])
  const compatibleFrom = Number(/^-- compatible-from: (\d{4})$/m.exec(sql)?.[1] ?? number)
  if (compatibleFrom > number) {
    throw invalid(set, `compatible-from of the file '${file}' is higher than its own number`)
  }
  return {
    number,
    name: file.slice(0, -'.sql'.length),
    sql,
    compatibleFrom,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }
}

function invalid(set: MigrationSet, reason: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_MIGRATION_INVALID',
    `The migration set '${set.name}' cannot be used: ${reason}.`,
    { cause },
  )
}
