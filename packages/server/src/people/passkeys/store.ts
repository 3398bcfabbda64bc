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

/** Whether a passkey is still there. */
export async function hasPasskey(connection: Connection, passkeyId: string): Promise<boolean> {
  const row = await queryFirst(
    connection,
    sql`select from hub.passkeys where passkey_id = ${passkeyId}`,
  )
  return row !== undefined
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
