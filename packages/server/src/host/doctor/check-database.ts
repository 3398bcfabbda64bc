/** Checks the database: whether it can be reached, its version, its migrations, and its clock. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, DatabaseError } from '@entrepot/database'
import { EmbeddedPostgresError } from '@entrepot/embedded-postgres'
import { readClock } from '../../clock-store.ts'
import type { DatabaseConfig } from '../../config/config.ts'
import { pendingMigrations } from '../../database/migrations.ts'
import { useDatabase } from '../../database/use-database.ts'
import { differenceOf, WRONG_CLOCK_MS } from '../../node-clock.ts'
import { type Finding, failure, failureOf, ok, warning } from './finding.ts'
import { readVersion } from './store.ts'

/** Difference of the clocks from which cookies and tokens end visibly too early or too late. */
const CLOCK_WARNING_MS = 2_000

/** Checks the database. Starts the embedded one for this, but does not create it, and changes nothing. */
export async function checkDatabase(config: DatabaseConfig): Promise<readonly Finding[]> {
  if (config.databaseUrl === undefined && !(await exists(join(config.dataDirectory, 'postgres')))) {
    const detail = `There is no embedded database in ${config.dataDirectory} yet.`
    return [warning('database', detail, 'Run entrepot start, which creates it.')]
  }
  try {
    return await useDatabase(config, examine)
  } catch (error) {
    if (!DatabaseError.is(error) && !EmbeddedPostgresError.is(error)) throw error
    return [failureOf('database', error.message)]
  }
}

async function examine(database: Database): Promise<readonly Finding[]> {
  return [
    ok('database', `PostgreSQL ${await readVersion(database)} answers.`),
    await checkMigrations(database),
    await checkClock(database),
  ]
}

async function checkMigrations(database: Database): Promise<Finding> {
  try {
    const pending = await pendingMigrations(database)
    if (pending.length === 0) return ok('migrations', 'The database has all migrations.')
    const names = pending.map(({ schema, migration }) => `${schema}/${migration}`).join(', ')
    const fix = 'Run entrepot migrate, or entrepot start, which does the same.'
    return warning('migrations', `The database lacks ${names}.`, fix)
  } catch (error) {
    if (!DatabaseError.is(error)) throw error
    return failureOf('migrations', error.message)
  }
}

async function checkClock(database: Database): Promise<Finding> {
  const before = Date.now()
  const now = await readClock(database)
  return evaluateClock(now.getTime(), before, Date.now())
}

/**
 * Evaluates the clock of the database by that of this node, in milliseconds since 1970. Pure.
 *
 * @param before when the node asked
 * @param after when it had the answer
 */
export function evaluateClock(database: number, before: number, after: number): Finding {
  // The database read its clock at some time in between.
  const difference = differenceOf(database, before, after)
  const detail = `The clocks of this node and of the database differ by ${(difference / 1_000).toFixed(1)} s.`
  const fix = 'Synchronise both with NTP, such as by timedatectl set-ntp true.'
  if (difference >= WRONG_CLOCK_MS) {
    const effect = `${detail} A hub here is not ready, and answers people and agents with 503.`
    return failure('clock', effect, fix)
  }
  return difference >= CLOCK_WARNING_MS ? warning('clock', detail, fix) : ok('clock', detail)
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
