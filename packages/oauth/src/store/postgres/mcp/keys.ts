import type { Database } from '@entrepot/database'
import type { SigningKey, SigningKeyStore } from '../../signing-keys.ts'
import { execute, query, queryFirst, sql } from '../statement.ts'

/** Signing keys in `oauth.platform_oauth_mcp_keys`. */
export function postgresKeys(pool: Database): SigningKeyStore {
  return {
    async list() {
      const rows = await query<Omit<SigningKey, 'ttl'> & { ttl: number | null }>(
        pool,
        sql`
        select kid, alg, generation, public_key as "publicKey", private_key as "privateKey",
          extract(epoch from now() - created_at)::float8 as age,
          extract(epoch from expires_at - now())::float8 as ttl
        from oauth.platform_oauth_mcp_keys where expires_at is null or expires_at > now()
        order by created_at, kid`,
      )
      return rows.map((row) => ({ ...row, ttl: row.ttl ?? undefined }))
    },
    async add({ kid, alg, generation, publicKey, privateKey }, retiredKeyTtl) {
      const row = await queryFirst(
        pool,
        sql`
        with added as (
          insert into oauth.platform_oauth_mcp_keys (kid, alg, generation, public_key, private_key)
          values (${kid}, ${alg}, ${generation}, ${publicKey}, ${privateKey})
          on conflict (alg, generation) do nothing
          returning 1
        ), retired as (
          update oauth.platform_oauth_mcp_keys set expires_at = now() + make_interval(secs => ${retiredKeyTtl})
          where expires_at is null and exists (select from added)
        )
        select 1 from added`,
      )
      return row !== undefined
    },
    async publish({ kid, alg, generation, publicKey }, ttlSeconds) {
      await execute(
        pool,
        sql`
        with kept as (
          update oauth.platform_oauth_mcp_keys
          set expires_at = greatest(expires_at, now() + make_interval(secs => ${ttlSeconds}))
          where kid = ${kid}
          returning 1
        )
        insert into oauth.platform_oauth_mcp_keys (kid, alg, generation, public_key, private_key, expires_at)
        select ${kid}, ${alg}, ${generation}::int, ${publicKey}, '', now() + make_interval(secs => ${ttlSeconds})
        where not exists (select from kept)
        -- Two constraints hold: of nodes that publish a key at once, any of the two may refuse the slower ones.
        on conflict do nothing`,
      )
    },
  }
}
