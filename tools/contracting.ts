/** Finds what in the next migrations the nodes of the previous release could not survive. Pure. */

/** A migration that the previous release does not have. */
export interface NextMigration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly compatibleFrom: number
}

/** The number of the last migration of a module in the last two releases; 0 if there is none. */
export interface Released {
  readonly previous: number
  readonly beforePrevious: number
}

/**
 * Checks the migrations of a module that are newer than the previous release:
 *
 * - nodes of the previous release must be able to work with each of them (`compatible-from`),
 * - a migration that takes something away must not claim that earlier releases, which may still use it, can.
 *
 * @returns a sentence for each issue, with the name of the file
 * @example
 * findBreaks(migrations, { previous: 26, beforePrevious: 0 }) // ["0027-x drops a column ..."]
 */
export function findBreaks(
  migrations: readonly NextMigration[],
  { previous, beforePrevious }: Released,
): readonly string[] {
  const next = migrations.filter(({ number }) => number > previous)
  const created = new Set(next.flatMap(({ sql }) => createdBy(sql)))
  return next.flatMap(({ name, sql, compatibleFrom }) => {
    if (compatibleFrom > previous) {
      return `${name} says that nodes of the previous release cannot serve: it needs compatible-from of at most ${previous}, and changes that they survive.`
    }
    if (compatibleFrom > beforePrevious && beforePrevious > 0) return []
    return findContracting(sql, created).map(
      (what) =>
        `${name}: ${what}. Nodes of the previous release may use it. First release a version that does not, with a migration, and name that migration in compatible-from.`,
    )
  })
}

/** What a statement may do to tables that earlier releases know. */
const CONTRACTING: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^drop (?!index)/, 'it drops something'],
  [/^drop index/, 'it drops an index, which may be unique'],
  [/^truncate /, 'it deletes rows'],
  [/^create unique index/, 'it requires unique values'],
  [/^create (constraint )?trigger|^create rule/, 'it changes what writes do'],
  [/^revoke /, 'it takes rights away'],
  [/\brename\b/, 'it renames something'],
  [
    /\bdrop (column|constraint|default|not null|expression|identity)\b|, ?drop /,
    'it drops a part of a table',
  ],
  [/\balter (column )?\S+ (set data )?type\b/, 'it changes a type'],
  [/\bset (not null|default|schema)\b/, 'it changes what writes must contain or where they go'],
  [/\badd (constraint|check|unique|primary key|foreign key|exclude)\b/, 'it adds a constraint'],
]

function findContracting(sql: string, created: ReadonlySet<string>): readonly string[] {
  return statementsOf(sql).flatMap((statement) => {
    if (created.has(changedBy(statement) ?? '')) return []
    const found = CONTRACTING.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what)
    return addsRequired(statement) ? [...found, 'it adds a column that writes must name'] : found
  })
}

/** Whether `alter table ... add column` adds a column that cannot be null and has no default. */
function addsRequired(statement: string): boolean {
  if (!/^alter table/.test(statement)) return false
  return statement
    .split(/,? ?\badd (?:column )?/)
    .slice(1)
    .some(
      (column) =>
        !/^(constraint|check|unique|primary key|foreign key|exclude)\b/.test(column) &&
        /\b(not null|primary key)\b/.test(column) &&
        !/\b(default|generated)\b/.test(column),
    )
}

/** The table that a statement changes, or the index that it drops. */
function changedBy(statement: string): string | undefined {
  return /^(?:alter table(?: if exists)?(?: only)?|drop index(?: if exists)?|create unique index.*? on(?: only)?|create .*?trigger .*? on) ([\w.]+)/.exec(
    statement,
  )?.[1]
}

/** The tables and indexes that statements create, with their schemas. */
function createdBy(sql: string): readonly string[] {
  return statementsOf(sql).flatMap((statement) => {
    const table = /^create table(?: if not exists)? ([\w.]+)/.exec(statement)?.[1]
    if (table) return [table]
    const index = /^create (?:unique )?index(?: if not exists)? (\w+) on(?: only)? (\w+)\./.exec(
      statement,
    )
    return index ? [`${index[2]}.${index[1]}`] : []
  })
}

/** The statements in lower case and on one line, without comments and the contents of texts. */
function statementsOf(sql: string): readonly string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}
