/** The SQL of challenges that await the answer of an authenticator. */
import { type Connection, execute, queryFirst, sql } from '@entrepot/database'
import type { Registration } from './rules.ts'

/** Stores a challenge, and deletes some that have expired. */
export async function insertChallenge(
  connection: Connection,
  {
    challengeHash,
    browserHash,
    registration,
  }: {
    readonly challengeHash: Buffer
    readonly browserHash: Buffer
    readonly registration: Registration | undefined
  },
  seconds: number,
): Promise<void> {
  const data = registration === undefined ? null : JSON.stringify(registration)
  await execute(
    connection,
    sql`
    with expired as (
      delete from hub.passkey_challenges where challenge_hash in (
        select challenge_hash from hub.passkey_challenges where expires_at <= now()
        limit 100 for update skip locked))
    insert into hub.passkey_challenges (challenge_hash, browser_hash, registration, expires_at)
    values (${challengeHash}, ${browserHash}, ${data}, now() + ${seconds} * interval '1 second')`,
  )
}

/** Answers a challenge: of all who try, one gets it. Undefined if there is none for this browser. */
export async function takeChallenge(
  connection: Connection,
  { challengeHash, browserHash }: { readonly challengeHash: Buffer; readonly browserHash: Buffer },
  kind: 'sign-in' | 'registration',
): Promise<{ readonly registration: Registration | null } | undefined> {
  return await queryFirst(
    connection,
    sql`
    delete from hub.passkey_challenges
    where challenge_hash = ${challengeHash} and browser_hash = ${browserHash} and expires_at > now()
      and ${kind === 'sign-in' ? sql`registration is null` : sql`registration is not null`}
    returning registration`,
  )
}
