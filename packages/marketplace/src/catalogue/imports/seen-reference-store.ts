/** The references of a file. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { normalizeReference } from '@entrepot/catalogues'
import { MAX_REFERENCE } from '../../kit/shared/wire.ts'

/**
 * Remembers the references of a file and the rows in which they stood first, in an SQLite database in memory, where they need
 * less memory than in a `Map` (docs/decisions/0023-catalogues.md).
 */
export class SeenReferences {
  readonly #database = new DatabaseSync(':memory:')
  readonly #insert: StatementSync
  readonly #find: StatementSync
  readonly #accept: StatementSync
  readonly #mention: StatementSync
  readonly #isMentioned: StatementSync
  readonly #plan: StatementSync
  readonly #findPlanned: StatementSync
  #count = 0

  constructor() {
    this.#database.exec(`pragma journal_mode = off; begin;
      create table seen (reference text primary key, line integer not null, is_accepted integer not null default 0, parent text)
        strict, without rowid;
      create table mentioned (reference text primary key) strict, without rowid;
      create table planned (reference text primary key, parent text) strict, without rowid`)
    this.#plan = this.#database.prepare(
      'insert or replace into planned (reference, parent) values (?, ?)',
    )
    this.#findPlanned = this.#database.prepare('select parent from planned where reference = ?')
    this.#mention = this.#database.prepare(
      'insert into mentioned (reference) values (?) on conflict do nothing',
    )
    this.#isMentioned = this.#database.prepare('select 1 from mentioned where reference = ?')
    this.#insert = this.#database.prepare(
      'insert into seen (reference, line) values (?, ?) on conflict do nothing',
    )
    this.#find = this.#database.prepare(
      'select line, is_accepted, parent from seen where reference = ?',
    )
    this.#accept = this.#database.prepare(
      'update seen set is_accepted = 1, parent = ? where reference = ?',
    )
  }

  /** How many different references there are. */
  get count(): number {
    return this.#count
  }

  /** Adds a reference. Returns the row in which it stood before, if it did. */
  add(reference: string, line: number): number | undefined {
    if (reference.length > MAX_REFERENCE) return undefined
    if (this.#insert.run(reference, line).changes === 0) {
      return this.#find.get(reference)?.line as number
    }
    this.#count += 1
    return undefined
  }

  /** Adds a reference that the file names, but for which it brings no product. */
  mention(reference: string | null): void {
    if (reference === null || reference.length > MAX_REFERENCE) return
    this.#mention.run(normalizeReference(reference))
  }

  /** Whether the file has a reference, in whatever row. */
  has(reference: string): boolean {
    const found = this.#find.get(reference) ?? this.#isMentioned.get(reference)
    return found !== undefined
  }

  /** Notes that the row of a reference was accepted. */
  accept(reference: string, parent: string | null): void {
    this.#accept.run(parent, reference)
  }

  /** The parent of a reference whose row was accepted, or null. Undefined if none was accepted. */
  findParent(reference: string): string | null | undefined {
    const row = this.#find.get(reference)
    return row?.is_accepted === 1 ? (row.parent as string | null) : undefined
  }

  /** Notes the parent that a product gets in a dry run. */
  plan(reference: string, parent: string | null): void {
    this.#plan.run(reference, parent)
  }

  /** Whether a product would leave its parent if the dry run were applied. */
  wouldLeave(reference: string, parent: string): boolean {
    const row = this.#findPlanned.get(reference)
    return row !== undefined && row.parent !== parent
  }

  close(): void {
    this.#database.close()
  }
}
