import { hash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'

interface Row {
  readonly payload: AdapterPayload
  readonly consumed_at: string | null
}

/** Creates the table of {@link postgresAdapter}, with the same indexes as the adapters in the documentation of oidc-provider. */
export async function createRecords(pool: Pool): Promise<void> {
  await pool.query(`create table oidc_records (
    model text not null, id text not null, payload jsonb not null, expires_at timestamptz,
    consumed_at bigint, grant_id text, uid text, user_code text, primary key (model, id))`)
  await pool.query('create index on oidc_records (grant_id) where grant_id is not null')
  await pool.query('create index on oidc_records (uid) where uid is not null')
  await pool.query('create index on oidc_records (expires_at)')
}

/** An adapter of oidc-provider for PostgreSQL. Each call is one prepared statement, as in our store. */
export function postgresAdapter(pool: Pool): (model: string) => Adapter {
  const run = async ({ text, values }: Sql) => {
    const name = hash('sha256', text, 'base64url')
    return (await pool.query<Row>({ name, text, values })).rows
  }
  return (model) => {
    const toPayload = ([row]: readonly Row[]) =>
      row && {
        ...row.payload,
        ...(row.consumed_at !== null && { consumed: Number(row.consumed_at) }),
      }
    return {
      async upsert(id, payload, expiresIn) {
        const { grantId = null, uid = null, userCode = null } = payload
        await run(sql`
          insert into oidc_records (model, id, payload, expires_at, grant_id, uid, user_code)
          values (${model}, ${id}, ${JSON.stringify(payload)},
            now() + make_interval(secs => ${expiresIn ?? null}), ${grantId}, ${uid}, ${userCode})
          on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`)
      },
      find: async (id) =>
        toPayload(
          await run(sql`
            select payload, consumed_at from oidc_records where model = ${model} and id = ${id}
              and (expires_at is null or expires_at > now())`),
        ),
      findByUid: async (uid) =>
        toPayload(
          await run(
            sql`select payload, consumed_at from oidc_records where model = ${model} and uid = ${uid}`,
          ),
        ),
      findByUserCode: async (code) =>
        toPayload(
          await run(sql`
            select payload, consumed_at from oidc_records where model = ${model} and user_code = ${code}`),
        ),
      async consume(id) {
        await run(sql`
          update oidc_records set consumed_at = extract(epoch from now())::bigint
          where model = ${model} and id = ${id}`)
      },
      async destroy(id) {
        await run(sql`delete from oidc_records where model = ${model} and id = ${id}`)
      },
      async revokeByGrantId(grantId) {
        await run(sql`delete from oidc_records where grant_id = ${grantId}`)
      },
    }
  }
}
