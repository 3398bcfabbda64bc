/** The SQL of passkeys. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'

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
