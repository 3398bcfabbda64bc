/** All SQL of users and of their accounts at providers. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import { emailKey, type Identity } from './rules.ts'

/** A user as it is stored. */
export interface User {
  readonly userId: string
  readonly email: string
  readonly name: string | null
  readonly createdAt: Date
  readonly lastSignInAt: Date | null
}

/** A user with the names of the providers at which the user has an account. */
export interface ListedUser extends User {
  readonly providers: readonly string[]
  /** Whether the link of an invitation was the only proof of the address so far. */
  readonly isByLink: boolean
}

const columns = sql`users.user_id as "userId", email, name, users.created_at as "createdAt", last_sign_in_at as "lastSignInAt"`

/** Adds a user. Returns undefined if a user with this address exists. */
export async function insertUser(
  connection: Connection,
  { email, name }: { readonly email: string; readonly name: string | null },
): Promise<User | undefined> {
  return await queryFirst<User>(
    connection,
    sql`
    insert into hub.users (email, email_key, name) values (${email}, ${emailKey(email)}, ${name})
    on conflict (email_key) do nothing
    returning ${columns}`,
  )
}

/** The user with an address. The row stays locked until the transaction ends, so that the user cannot be removed. */
export async function findByEmail(
  connection: Connection,
  email: string,
): Promise<User | undefined> {
  return await queryFirst<User>(
    connection,
    sql`
    select ${columns} from hub.users where email_key = ${emailKey(email)} for key share`,
  )
}

/**
 * The user for an account or a passkey that proves its address by the link of an invitation: a new one, or one that nobody has used and that may see
 * nothing. Undefined if the address has another user. The row stays locked until the transaction ends.
 */
export async function takeUserByLink(
  tx: Transaction,
  { email, name }: { readonly email: string; readonly name: string | null },
): Promise<User | undefined> {
  await execute(
    tx,
    sql`
    insert into hub.users (email, email_key, name, is_by_link) values (${email}, ${emailKey(email)}, ${name}, true)
    on conflict (email_key) do nothing`,
  )
  await execute(tx, sql`select from hub.users where email_key = ${emailKey(email)} for update`)
  // Sees what was committed until the row was locked.
  return await queryFirst<User>(
    tx,
    sql`
    update hub.users set is_by_link = true where email_key = ${emailKey(email)}
      and not exists (select from hub.identities where identities.user_id = users.user_id)
      and not exists (select from hub.passkeys where passkeys.user_id = users.user_id)
      and not exists (select from hub.members where members.user_id = users.user_id)
    returning ${columns}`,
  )
}

/** Whether the address of a user was proven by the link of an invitation only. */
export async function isByLink(connection: Connection, userId: string): Promise<boolean> {
  const rows = await query(
    connection,
    sql`select 1 from hub.users where user_id = ${userId} and is_by_link`,
  )
  return rows.length > 0
}

/** Notes that a provider has confirmed the address of a user for an account of the user. */
export async function confirmAddress(
  connection: Connection,
  userId: string,
  email: string,
): Promise<void> {
  await execute(
    connection,
    sql`
    update hub.users set is_by_link = false
    where user_id = ${userId} and is_by_link and email_key = ${emailKey(email)}`,
  )
}

/** Whether there is a user with this id. */
export async function isUserId(connection: Connection, userId: string): Promise<boolean> {
  const rows = await query(connection, sql`select 1 from hub.users where user_id = ${userId}`)
  return rows.length > 0
}

/** Records a sign-in of a bound account. Returns the id of its user, or undefined if the account is not bound. */
export async function signInBound(
  connection: Connection,
  { provider, issuer, subject }: Identity,
): Promise<string | undefined> {
  const row = await queryFirst<{ userId: string }>(
    connection,
    sql`
    update hub.users set last_sign_in_at = now() from hub.identities
    where identities.provider = ${provider} and identities.issuer = ${issuer}
      and identities.subject = ${subject} and users.user_id = identities.user_id
    returning users.user_id as "userId"`,
  )
  return row?.userId
}

/** Binds an account to a user. Returns false if the account is bound, or if the user has another account at this provider. */
export async function bindIdentity(
  connection: Connection,
  { provider, issuer, subject }: Identity,
  userId: string,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    insert into hub.identities (provider, issuer, subject, user_id)
    values (${provider}, ${issuer}, ${subject}, ${userId})
    on conflict do nothing`,
  )
  return count === 1
}

/** The accounts at an issuer with this subject, or of this user, by whatever provider of the configuration. */
export async function selectAccounts(
  connection: Connection,
  {
    issuer,
    subject,
    userId,
  }: {
    readonly issuer: string
    readonly subject?: string
    readonly userId?: string
  },
): Promise<readonly { readonly userId: string }[]> {
  return await query(
    connection,
    sql`
    select user_id as "userId" from hub.identities
    where issuer = ${issuer} and ${subject === undefined ? sql`user_id = ${userId ?? null}` : sql`subject = ${subject}`}`,
  )
}

/** Locks a user, such as to add and remove passkeys one after the other. Undefined for an id without a user. */
export async function lockUser(
  tx: Transaction,
  userId: string,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  return await queryFirst(
    tx,
    sql`select user_id as "userId", email from hub.users where user_id = ${userId} for update`,
  )
}

/** A user as pages and authenticators show the person. */
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

/** Every user, by address. */
export async function selectUsers(connection: Connection): Promise<readonly ListedUser[]> {
  return await query<ListedUser>(
    connection,
    sql`
    select ${columns}, coalesce(
      (select json_agg(distinct provider order by provider) from hub.identities
       where identities.user_id = users.user_id), '[]') as providers, is_by_link as "isByLink"
    from hub.users order by email_key`,
  )
}

/** Removes a user with all accounts and sessions. Returns undefined if no user has this address. */
export async function deleteUser(connection: Connection, email: string): Promise<User | undefined> {
  return await queryFirst<User>(
    connection,
    sql`
    delete from hub.users where email_key = ${emailKey(email)} returning ${columns}`,
  )
}
