import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Named parameters of a statement. `:now` is always set, in seconds since 1970. */
export type Parameters = Readonly<Record<string, SQLInputValue>>

/** Runs statements, each of which is prepared once. */
export interface Statements {
  /** Runs a statement, and returns the number of changed rows. */
  run(sql: string, parameters: Parameters): number
  /** The rows of a statement. */
  all<Row>(sql: string, parameters: Parameters): readonly Row[]
  /** Runs several statements in one transaction. */
  together<T>(work: () => T): T
}

/** Makes the {@link Statements} of a database. */
export function createStatements(db: DatabaseSync, clock: () => number): Statements {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    statement.setAllowUnknownNamedParameters(true)
    return statement
  }
  return {
    run: (sql, parameters) => Number(prepare(sql).run({ now: clock(), ...parameters }).changes),
    all: <Row>(sql: string, parameters: Parameters) =>
      prepare(sql).all({ now: clock(), ...parameters }) as Row[],
    together(work) {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
  }
}
