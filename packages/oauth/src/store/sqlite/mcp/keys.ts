import type { SigningKey, SigningKeyStore } from '../../signing-keys.ts'
import type { Statements } from '../statements.ts'

/** Signing keys in `platform_oauth_mcp_keys`. */
export function sqliteKeys({ run, all, together }: Statements): SigningKeyStore {
  return {
    async list() {
      const rows = all<Omit<SigningKey, 'ttl'> & { ttl: number | null }>(
        `select kid, alg, generation, public_key as publicKey, private_key as privateKey,
           :now - created_at as age, expires_at - :now as ttl
         from platform_oauth_mcp_keys where expires_at is null or expires_at > :now
         order by created_at, kid`,
        {},
      )
      return rows.map((row) => ({ ...row, ttl: row.ttl ?? undefined }))
    },
    async add({ kid, alg, generation, publicKey, privateKey }, retiredKeyTtl) {
      return together(() => {
        const added = run(
          `insert into platform_oauth_mcp_keys (kid, alg, generation, public_key, private_key, created_at)
           values (:kid, :alg, :generation, :publicKey, :privateKey, :now)
           on conflict (alg, generation) do nothing`,
          { kid, alg, generation, publicKey, privateKey },
        )
        if (added === 0) return false
        run(
          `update platform_oauth_mcp_keys set expires_at = :now + :retiredKeyTtl
           where expires_at is null and kid <> :kid`,
          { kid, retiredKeyTtl },
        )
        return true
      })
    },
    async publish({ kid, alg, generation, publicKey }, ttlSeconds) {
      run(
        `insert into platform_oauth_mcp_keys
           (kid, alg, generation, public_key, private_key, created_at, expires_at)
         values (:kid, :alg, :generation, :publicKey, '', :now, :now + :ttlSeconds)
         on conflict (kid) do update set expires_at = max(expires_at, excluded.expires_at)`,
        { kid, alg, generation, publicKey, ttlSeconds },
      )
    },
  }
}
