/** Looks at a hub under load: samples of its stacks, the statements of its PostgreSQL, and the CPU time of both. */
import { existsSync } from 'node:fs'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execute, executeScript, query, sql } from '@entrepot/database'
import { openCluster } from '@entrepot/embedded-postgres/testing'
import type { Bed, BedHub } from '../hub.ts'
import { postmasterOf, useOf } from '../peers/processes.ts'
import { addProfile, type Profile } from './parts.ts'

/** A statement of PostgreSQL with its calls and its microseconds. */
export interface Statement {
  readonly text: string
  readonly calls: number
  readonly micros: number
}

/** What was seen of some operations. */
export interface Sight {
  /** Microseconds of the hub's thread by part. */
  readonly parts: Map<string, number>
  /** Functions of no part, with their microseconds. */
  readonly others: Map<string, number>
  readonly statements: Map<string, Statement>
  /** Seconds. */
  hubCpu: number
  postgresCpu: number
  operations: number
}

/** Nothing seen so far. */
export const noSight = (): Sight => ({
  parts: new Map(),
  others: new Map(),
  statements: new Map(),
  hubCpu: 0,
  postgresCpu: 0,
  operations: 0,
})

/** Adds what happens while a load runs. */
export type Look = (sight: Sight, operations: number, load: () => Promise<unknown>) => Promise<void>

/** Starts a hub that can be looked at. `settings` are further lines of its configuration. */
export async function startSeen(bed: Bed, settings: string): Promise<{ hub: BedHub; look: Look }> {
  const name = 'seen'
  const file = `${bed.directoryOf(name)}.cpuprofile`
  const cluster = await openCluster(bed.directoryOf(name), 'superuser')
  const preload = "shared_preload_libraries = 'pg_stat_statements'\n"
  await appendFile(join(cluster.data, 'postgresql.conf'), preload)
  const sampler = new URL('./sampler.ts', import.meta.url).href
  const hub = await bed.hub(name, undefined, settings, {
    NODE_OPTIONS: `--import=${sampler}`,
    BENCH_PROFILE: file,
  })
  await executeScript(hub.database, 'create extension pg_stat_statements')
  const postmaster = await postmasterOf(hub.database)
  return { hub, look: lookAt(hub, postmaster, file) }
}

function lookAt({ hub, database }: BedHub, postmaster: number, file: string): Look {
  const cpu = async () =>
    await Promise.all(
      [useOf(hub.pid, postmaster), useOf(postmaster)].map(async (use) => (await use).cpu),
    )
  const signal = async (awaited: string) => {
    hub.process.kill('SIGUSR2')
    while (!existsSync(awaited)) await delay(5)
  }
  return async (sight, operations, load) => {
    await signal(`${file}.begun`)
    await execute(database, sql`select pg_stat_statements_reset()`)
    const [hubBefore = 0, postgresBefore = 0] = await cpu()
    await load()
    const [hubAfter = 0, postgresAfter = 0] = await cpu()
    await addStatements(sight.statements, database)
    await signal(file)
    addProfile(JSON.parse(await readFile(file, 'utf8')) as Profile, sight.parts, sight.others)
    await Promise.all([rm(file), rm(`${file}.begun`)])
    sight.hubCpu += hubAfter - hubBefore
    sight.postgresCpu += postgresAfter - postgresBefore
    sight.operations += operations
  }
}

async function addStatements(
  statements: Map<string, Statement>,
  database: BedHub['database'],
): Promise<void> {
  const rows = await query<Statement>(
    database,
    sql`
    select query as text, sum(calls)::int as calls, sum(total_exec_time * 1000)::float8 as micros
    from pg_stat_statements where query not like '%pg_stat_statements%' group by query`,
  )
  for (const { text, calls, micros } of rows) {
    const name = nameOf(text)
    const sum = statements.get(name)
    statements.set(name, {
      text: name,
      calls: calls + (sum?.calls ?? 0),
      micros: micros + (sum?.micros ?? 0),
    })
  }
}

/** What a statement does to which tables, such as `insert orders, order_lines; read channels`. Statements with the same name are added up. */
function nameOf(text: string): string {
  const tables = new Map<string, Set<string>>()
  const parts = /\b(insert into|update|delete from|from|join)\s+(?:marketplace|pgboss)\.(\w+)/g
  for (const [, verb = '', table = ''] of text.matchAll(parts)) {
    const name = verb === 'from' || verb === 'join' ? 'read' : (verb.split(' ', 1)[0] ?? '')
    tables.set(name, (tables.get(name) ?? new Set()).add(table))
  }
  if (tables.size === 0) return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NAME)
  const verbs = ['insert', 'update', 'delete', 'read']
  return verbs
    .flatMap((verb) =>
      tables.has(verb) ? `${verb} ${[...(tables.get(verb) ?? [])].join(', ')}` : [],
    )
    .join('; ')
}

const LONGEST_NAME = 60
