/** The SQL of runs. */
import {
  type Connection as Database,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import { removalOf } from '../../kit/sql/old-rows-store.ts'
import type { RunDetails, RunRequest, RunResponse } from './schema.ts'

/** Runs that are kept of a connection. */
export const MAX_RUNS = 1_000

const COLUMNS = sql`
  r.run_id::float8 as "Id", r.started_at as "StartedAt", r.finished_at as "FinishedAt", r.trigger as "Trigger",
  r.request_id::float8 as "RequestId", r.is_dry_run as "IsDryRun", r.outcome as "Outcome", r.failure as "Failure",
  r.steps as "Steps", r.changes_total as "ChangesTotal"`

const DETAILS = sql`
  ${COLUMNS}, coalesce(r.changes, '[]') as "Changes", coalesce(r.findings, '[]') as "Findings"`

type Row<T extends RunResponse> = Omit<T, 'StartedAt' | 'FinishedAt'> & {
  StartedAt: Date
  FinishedAt: Date
}

const toRun = <T extends RunResponse>({ StartedAt, FinishedAt, ...row }: Row<T>) =>
  ({
    ...row,
    StartedAt: StartedAt.toISOString(),
    FinishedAt: FinishedAt.toISOString(),
  }) as unknown as T

/** Stores a run, and removes those that are too many. The caller has locked the connection. */
export async function insertRun(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  run: RunRequest,
): Promise<RunDetails> {
  const json = (value: unknown) => (value ? JSON.stringify(value) : null)
  const changes = run.Changes?.map((change) => ({ HubId: null, ShopId: null, ...change }))
  const findings = run.Findings?.map((finding) => ({ Remedy: null, ...finding }))
  const stored = await queryOne<Row<RunDetails>>(
    tx,
    sql`
    insert into marketplace.connection_runs as r (customer_id, connection_id, started_at, finished_at, trigger, request_id,
      is_dry_run, outcome, failure, steps, changes, changes_total, findings)
    values (${customerId}, ${connectionId}::bigint, ${run.StartedAt}::text::timestamptz, ${run.FinishedAt}::text::timestamptz,
      ${run.Trigger}, ${run.RequestId ?? null}::bigint, ${run.IsDryRun}, ${run.Outcome}, ${json(run.Failure)}::text::jsonb,
      ${json(run.Steps)}::text::jsonb, ${json(changes)}::text::jsonb, ${run.ChangesTotal ?? null}::integer,
      ${json(findings)}::text::jsonb)
    returning ${DETAILS}`,
  )
  await execute(
    tx,
    sql`
    delete from marketplace.connection_runs
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint and run_id <= (
      select run_id from marketplace.connection_runs
      where customer_id = ${customerId} and connection_id = ${connectionId}::bigint
      order by run_id desc offset ${MAX_RUNS} limit 1)`,
  )
  return toRun(stored)
}

/** Reads runs of a connection, newest first. */
export async function findRuns(
  database: Database,
  customerId: string,
  connectionId: string,
  before: string | undefined,
  limit: number,
): Promise<readonly RunResponse[]> {
  const rows = await query<Row<RunResponse>>(
    database,
    sql`
    select ${COLUMNS} from marketplace.connection_runs r
    where r.customer_id = ${customerId} and r.connection_id = ${connectionId}::bigint
      ${before === undefined ? sql`` : sql`and r.run_id < ${before}::bigint`}
    order by r.run_id desc limit ${limit}`,
  )
  return rows.map((row) => toRun(row))
}

/** Reads a run with its changes and results. */
export async function findRun(
  database: Database,
  customerId: string,
  connectionId: string,
  runId: string,
): Promise<RunDetails | undefined> {
  const row = await queryFirst<Row<RunDetails>>(
    database,
    sql`
    select ${DETAILS} from marketplace.connection_runs r
    where r.customer_id = ${customerId} and r.connection_id = ${connectionId}::bigint and r.run_id = ${runId}::bigint`,
  )
  return row && toRun(row)
}

/** Removes runs after 30 days. Returns their number. */
export const removeOldRuns = removalOf('connection_runs', 'created_at', '30 days')
