/** All SQL of passkeys, their challenges and the links of recovery. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import { emailKey } from '../users/rules.ts'
import type { Registration } from './rules.ts'

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly passkeyId: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const columns = sql`
  passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** A credential that an authenticator has made. */
export interface NewPasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly userHandle: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  readonly name: string
}

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

/** Adds a passkey. Undefined if somebody has this credential. */
export async function insertPasskey(
  tx: Transaction,
  userId: string,
  one: NewPasskey,
): Promise<Passkey | undefined> {
  return await queryFirst<Passkey>(
    tx,
    sql`
    insert into hub.passkeys (user_id, credential_id, public_key, user_handle, sign_count, transports, name)
    values (${userId}, ${one.credentialId}, ${one.publicKey}, ${one.userHandle}, ${one.signCount},
      ${[...one.transports]}, ${one.name})
    on conflict (credential_id) do nothing
    returning ${columns}`,
  )
}

/** A passkey with what proves it. */
export interface Credential {
  readonly passkeyId: string
  readonly name: string
  readonly userId: string
  readonly email: string
  readonly publicKey: Buffer
  readonly userHandle: Buffer
}

/** The passkey with a credential id. */
export async function findCredential(
  connection: Connection,
  credentialId: Buffer,
): Promise<Credential | undefined> {
  return await queryFirst<Credential>(
    connection,
    sql`
    select passkey_id as "passkeyId", passkeys.name, user_id as "userId", email,
      public_key as "publicKey", user_handle as "userHandle"
    from hub.passkeys join hub.users using (user_id) where credential_id = ${credentialId}`,
  )
}

/**
 * Counts a proven signature, and the sign-in of its user. Returns false if the passkey is gone, or if the authenticator has not counted on:
 * a copy of it may be in use.
 */
export async function countSignature(
  tx: Transaction,
  passkeyId: string,
  signCount: number,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    with used as (
      update hub.passkeys set sign_count = ${signCount}, last_used_at = now()
      where passkey_id = ${passkeyId} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))
      returning user_id)
    update hub.users set last_sign_in_at = now() from used where users.user_id = used.user_id`,
  )
  return count === 1
}

/** The passkeys of a user, oldest first. */
export async function selectPasskeys(
  connection: Connection,
  userId: string,
): Promise<readonly Passkey[]> {
  return await query<Passkey>(
    connection,
    sql`select ${columns} from hub.passkeys where user_id = ${userId} order by passkey_id`,
  )
}

/** What authenticators know of the passkeys of a user. */
export async function selectHandles(
  connection: Connection,
  userId: string,
): Promise<
  readonly {
    readonly credentialId: Buffer
    readonly userHandle: Buffer
    readonly transports: readonly string[]
  }[]
> {
  return await query(
    connection,
    sql`
    select credential_id as "credentialId", user_handle as "userHandle", transports
    from hub.passkeys where user_id = ${userId} order by passkey_id`,
  )
}

/** Locks a user, so that passkeys of the user are added and removed one after the other. Undefined for an id without a user. */
export async function lockUser(
  tx: Transaction,
  userId: string,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  return await queryFirst(
    tx,
    sql`select user_id as "userId", email from hub.users where user_id = ${userId} for update`,
  )
}

/** A user as authenticators and pages show the person. */
export interface ShownUser {
  readonly userId: string
  readonly email: string
  readonly name: string | null
}

/** The address and the name of a user. */
export async function selectUser(
  connection: Connection,
  userId: string,
): Promise<ShownUser | undefined> {
  return await queryFirst<ShownUser>(
    connection,
    sql`select user_id as "userId", email, name from hub.users where user_id = ${userId}`,
  )
}

/** Whether a user has an account at one of these providers. */
export async function hasAccount(
  connection: Connection,
  userId: string,
  providers: readonly string[],
): Promise<boolean> {
  const rows = await query(
    connection,
    sql`
    select 1 from hub.identities where user_id = ${userId} and provider = any (${[...providers]})
    limit 1`,
  )
  return rows.length > 0
}

/** Renames a passkey of a user. */
export async function renamePasskey(
  connection: Connection,
  userId: string,
  passkeyId: number,
  name: string,
): Promise<Passkey | undefined> {
  return await queryFirst<Passkey>(
    connection,
    sql`
    update hub.passkeys set name = ${name}
    where user_id = ${userId} and passkey_id = ${passkeyId} returning ${columns}`,
  )
}

/** Removes passkeys of a user: one, or all but one. Returns what was removed. */
export async function deletePasskeys(
  tx: Transaction,
  userId: string,
  which: { readonly passkeyId: string | number } | { readonly except: string },
): Promise<readonly Passkey[]> {
  return await query<Passkey>(
    tx,
    sql`
    delete from hub.passkeys where user_id = ${userId} and ${
      'except' in which ? sql`passkey_id <> ${which.except}` : sql`passkey_id = ${which.passkeyId}`
    } returning ${columns}`,
  )
}

/** When the session of a person began: its id is new since the sign-in. Undefined for a session that has ended. */
export async function sessionAge(
  connection: Connection,
  idHash: Buffer,
): Promise<{ readonly seconds: number } | undefined> {
  return await queryFirst(
    connection,
    sql`
    select extract(epoch from now() - created_at)::float8 as seconds
    from hub.sessions where id_hash = ${idHash}`,
  )
}

/** Stores the link of a recovery. It replaces those of the user that were not used. Undefined if no user has the address. */
export async function insertRecoveryLink(
  tx: Transaction,
  email: string,
  tokenHash: Buffer,
  validHours: number,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  const user = await queryFirst<{ userId: string; email: string }>(
    tx,
    sql`
    select user_id as "userId", email from hub.users where email_key = ${emailKey(email)} for update`,
  )
  if (user === undefined) return undefined
  await execute(
    tx,
    sql`delete from hub.recovery_links where user_id = ${user.userId} and used_at is null`,
  )
  await execute(
    tx,
    sql`
    insert into hub.recovery_links (token_hash, user_id, expires_at)
    values (${tokenHash}, ${user.userId}, now() + ${validHours} * interval '1 hour')`,
  )
  return user
}

/** The user of a link that can be used. */
export async function findRecovery(
  connection: Connection,
  tokenHash: Buffer,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  return await queryFirst(
    connection,
    sql`
    select user_id as "userId", email from hub.recovery_links join hub.users using (user_id)
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()`,
  )
}

/** Uses a link: of all who try, one does. Returns the id of its user. */
export async function takeRecovery(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await queryFirst<{ userId: string }>(
    tx,
    sql`
    update hub.recovery_links set used_at = now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()
    returning user_id as "userId"`,
  )
  return row?.userId
}

/** The customers of a user, in order. */
export async function selectCustomers(
  connection: Connection,
  userId: string,
): Promise<readonly string[]> {
  const rows = await query<{ customerId: string }>(
    connection,
    sql`
    select customer_id as "customerId" from hub.members where user_id = ${userId}
    order by customer_id`,
  )
  return rows.map(({ customerId }) => customerId)
}
