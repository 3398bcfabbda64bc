import type { Database } from '@entrepot/database'
import { claimOutcome, type RefreshState } from '../rules/claim-outcome.ts'
import type { ListedSignIn, SignInStore, StoredSignIn } from '../store.ts'
import { isAlive } from './is-alive.ts'
import { type Connection, execute, query, queryFirst, sql } from './statement.ts'

/** Sign-ins in `oauth.logins`. */
export function postgresSignIns(pool: Database): SignInStore {
  return {
    async create(signIn, ttlSeconds) {
      await execute(
        pool,
        sql`
        insert into oauth.logins (login_id, user_id, provider, issuer, subject, sid, session, issued_at, address, user_agent,
          expires_at)
        values (${signIn.signInId}, ${signIn.user}, ${signIn.provider}, ${signIn.issuer}, ${signIn.subject}, ${signIn.sid ?? null},
          ${signIn.session}, ${signIn.issuedAt}, ${signIn.caller?.address ?? null}, ${signIn.caller?.userAgent ?? null},
          now() + make_interval(secs => ${ttlSeconds}))`,
      )
    },
    async touch({ signInId, session, user }, ttlSeconds) {
      const count = await execute(
        pool,
        sql`
        update oauth.logins
        set session = ${session}, user_id = ${user}, expires_at = now() + make_interval(secs => ${ttlSeconds})
        where login_id = ${signInId} and ${isAlive}`,
      )
      return count === 1
    },
    ...claimsOfRefreshes(pool),
    async end(signInIds) {
      await execute(pool, sql`delete from oauth.logins where login_id = any (${signInIds}::text[])`)
    },
    endUser: async (user) => await endUser(pool, user),
    async list(user, { after: [signedInAt, signInId] = [Number.POSITIVE_INFINITY, ''], limit }) {
      const time = sql`coalesce(extract(epoch from created_at)::float8, issued_at)`
      return await query<ListedSignIn>(
        pool,
        sql`
        select login_id as "signInId", user_id as "user", provider, issuer, subject, ${time} as "signedInAt",
          extract(epoch from expires_at)::float8 as "expiresAt", address, user_agent as "userAgent"
        from oauth.logins
        where user_id = ${user} and session <> '' and ${isAlive} and (${time}, login_id) < (${signedInAt}::float8, ${signInId})
        order by ${time} desc, login_id desc limit ${limit}`,
      )
    },
    async find({ provider, issuer, sid, subject, issuedAt }) {
      const ofPerson = sql`subject = ${subject ?? null}`
      const whose =
        sid === undefined ? ofPerson : sql`(sid = ${sid} or (sid is null and ${ofPerson}))`
      return await query<Pick<StoredSignIn, 'signInId' | 'user' | 'session'>>(
        pool,
        sql`
        select login_id as "signInId", coalesce(user_id, '') as "user", session from oauth.logins
        where provider = ${provider} and issuer = ${issuer} and ${whose} and issued_at <= ${issuedAt}
          and ${isAlive}`,
      )
    },
  }
}

/** The claims to refresh. */
function claimsOfRefreshes(
  pool: Database,
): Pick<SignInStore, 'claimRefresh' | 'completeRefresh' | 'failRefresh'> {
  return {
    async claimRefresh(claim) {
      // The row as it was before the statement says why there was nothing to claim. It may be older than the successful claim.
      // Then the answer is 'busy', and the next call sees the claim.
      const row = await queryFirst<RefreshState & { claimed: boolean }>(
        pool,
        sql`
        with claimed as (
          update oauth.logins
          set holder = ${claim.holder}, lease_until = now() + make_interval(secs => ${claim.leaseSeconds})
          where login_id = ${claim.signInId} and generation <= ${claim.generation} and not refused
            and ${isAlive} and (lease_until is null or lease_until <= now())
          returning 1
        )
        select exists (select from claimed) as claimed, generation, tokens, refused,
          holder is null and lease_until > now() as paused
        from oauth.logins where login_id = ${claim.signInId} and ${isAlive}`,
      )
      return row?.claimed ? { outcome: 'claimed' } : claimOutcome(claim, row)
    },
    async completeRefresh(claim, tokens, ttlSeconds) {
      const count = await execute(
        pool,
        sql`
        update oauth.logins
        set generation = ${claim.generation + 1}, tokens = ${tokens}, holder = null, lease_until = null,
          expires_at = now() + make_interval(secs => ${ttlSeconds})
        where login_id = ${claim.signInId} and holder = ${claim.holder}`,
      )
      return count === 1
    },
    async failRefresh(claim, { final, pauseSeconds }) {
      await execute(
        pool,
        sql`
        update oauth.logins
        set refused = ${final}, holder = null, lease_until = now() + make_interval(secs => ${pauseSeconds})
        where login_id = ${claim.signInId} and holder = ${claim.holder}`,
      )
    },
  }
}

/** Deletes every sign-in of a user. */
export async function endUser(connection: Connection, user: string): Promise<void> {
  await execute(connection, sql`delete from oauth.logins where user_id = ${user}`)
}
