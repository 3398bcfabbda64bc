import { claimOutcome } from '../rules/claim-outcome.ts'
import type { ListedSignIn, SignInStore } from '../store.ts'
import type { Statements } from './statements.ts'

/** A sign-in as `logins` holds it: SQLite has no booleans. */
interface Row {
  readonly generation: number
  readonly tokens: string | null
  readonly refused: number
  readonly paused: number
}

/** Sign-ins in `logins`. */
export function sqliteSignIns(statements: Statements): SignInStore {
  const { run, all } = statements
  return {
    async create({ caller: { address = null, userAgent = null } = {}, ...signIn }, ttlSeconds) {
      run(
        `insert into logins (login_id, user_id, provider, issuer, subject, sid, session, issued_at, created_at, address,
           user_agent, expires_at)
         values (:signInId, :user, :provider, :issuer, :subject, :sid, :session, :issuedAt, :now, :address,
           :userAgent, :now + :ttlSeconds)`,
        { ...signIn, sid: signIn.sid ?? null, address, userAgent, ttlSeconds },
      )
    },
    async touch({ signInId, session, user }, ttlSeconds) {
      const changed = run(
        `update logins set session = :session, user_id = :user, expires_at = :now + :ttlSeconds
         where login_id = :signInId and expires_at > :now`,
        { signInId, session, user, ttlSeconds },
      )
      return changed === 1
    },
    ...claimsOfRefreshes(statements),
    async end(signInIds) {
      for (const signInId of signInIds)
        run('delete from logins where login_id = :signInId', { signInId })
    },
    async endUser(user) {
      run('delete from logins where user_id = :user', { user })
    },
    async list(user, { after: [afterTime, afterId] = [Number.MAX_VALUE, ''], limit }) {
      return all<ListedSignIn>(
        `select login_id as signInId, user_id as user, provider, issuer, subject,
           coalesce(created_at, issued_at) as signedInAt, expires_at as expiresAt, address, user_agent as userAgent
         from logins
         where user_id = :user and session <> '' and expires_at > :now
           and (coalesce(created_at, issued_at), login_id) < (:afterTime, :afterId)
         order by signedInAt desc, login_id desc limit :limit`,
        { user, afterTime, afterId, limit },
      )
    },
    async find({ provider, issuer, sid, subject, issuedAt }) {
      const ofPerson = 'subject = :subject'
      const whose = sid === undefined ? ofPerson : `(sid = :sid or (sid is null and ${ofPerson}))`
      return all(
        `select login_id as signInId, coalesce(user_id, '') as user, session from logins
         where provider = :provider and issuer = :issuer and ${whose} and issued_at <= :issuedAt
           and expires_at > :now`,
        { provider, issuer, sid: sid ?? null, subject: subject ?? null, issuedAt },
      )
    },
  }
}

/** The claims to refresh. */
function claimsOfRefreshes({
  run,
  all,
  together,
}: Statements): Pick<SignInStore, 'claimRefresh' | 'completeRefresh' | 'failRefresh'> {
  return {
    async claimRefresh(claim) {
      return together(() => {
        const claimed = run(
          `update logins set holder = :holder, lease_until = :now + :leaseSeconds
           where login_id = :signInId and generation <= :generation and refused = 0
             and expires_at > :now and (lease_until is null or lease_until <= :now)`,
          { ...claim },
        )
        if (claimed === 1) return { outcome: 'claimed' }
        const [row] = all<Row>(
          `select generation, tokens, refused, coalesce(holder is null and lease_until > :now, 0) as paused
           from logins
           where login_id = :signInId and expires_at > :now`,
          { signInId: claim.signInId },
        )
        return claimOutcome(
          claim,
          row && { ...row, refused: row.refused === 1, paused: row.paused === 1 },
        )
      })
    },
    async completeRefresh({ signInId, holder, generation }, tokens, ttlSeconds) {
      const changed = run(
        `update logins set generation = :generation + 1, tokens = :tokens, holder = null,
           lease_until = null, expires_at = :now + :ttlSeconds
         where login_id = :signInId and holder = :holder`,
        { signInId, holder, generation, tokens, ttlSeconds },
      )
      return changed === 1
    },
    async failRefresh({ signInId, holder }, { final, pauseSeconds }) {
      run(
        `update logins set refused = :refused, holder = null, lease_until = :now + :pauseSeconds
         where login_id = :signInId and holder = :holder`,
        { signInId, holder, refused: final ? 1 : 0, pauseSeconds },
      )
    },
  }
}
