/** The people of a directory: created, changed and deleted, with their access. */
import type { Database, Transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess, settleRemoval, withdrawInvitations } from '../access/access.ts'
import { linkMember } from '../access/store.ts'
import { USER } from '../resources/attributes.ts'
import type { Selection } from '../resources/filter.ts'
import { isScimId } from '../resources/group.ts'
import { applyPatch } from '../resources/patch.ts'
import type { Page } from '../resources/project.ts'
import { readUser, type StoredUser, toUser, type UserDraft } from '../resources/user.ts'
import type { Json } from '../resources/values.ts'
import {
  type Changed,
  changeDirectory,
  type Directory,
  noResource,
  refuseVersion,
} from './changes.ts'
import {
  countScimUsers,
  deleteScimUser,
  insertScimUser,
  selectScimUser,
  selectScimUsers,
  updateScimUser,
} from './user-store.ts'

const TAKEN = 'Another user has this userName, externalId or email address.'

/** Creates a user. Refusals: `SCIM_INVALID_VALUE`, `SCIM_UNIQUENESS`, `MARKET_LAST_OWNER`. */
export async function createUser(directory: Directory, body: Json): Promise<StoredUser | Refusal> {
  const draft = readUser(body)
  if (isRefusal(draft)) return draft as Refusal
  const { isActive = true, ...rest } = draft as UserDraft
  return await changeDirectory(directory, TAKEN, async (tx) => {
    const scimId = await insertScimUser(tx, directory.customerId, { ...rest, isActive })
    return await settleUser(tx, directory, scimId)
  })
}

/**
 * Replaces a user. Attributes that were not sent are removed, except `active`, so that nobody gets access by an omission. Refusals: those of
 * {@link createUser}, `SCIM_NOT_FOUND` and `SCIM_VERSION`.
 */
export async function replaceUser(
  directory: Directory,
  scimId: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredUser | Refusal> {
  return await changeUser(directory, scimId, ifMatch, () => readUser(body))
}

/** Applies the operations of PATCH. Refusals: those of {@link replaceUser}, and of paths. */
export async function patchUser(
  directory: Directory,
  scimId: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredUser | Refusal> {
  return await changeUser(directory, scimId, ifMatch, (before) => {
    const { groups: _, meta: __, schemas: ___, id: ____, ...resource } = toUser(before, '')
    const patched = applyPatch(resource, body, USER)
    return isRefusal(patched) ? (patched as Refusal) : readUser(patched as Json)
  })
}

async function changeUser(
  directory: Directory,
  scimId: string,
  ifMatch: string | undefined,
  change: (before: StoredUser) => UserDraft | Refusal,
): Promise<StoredUser | Refusal> {
  if (!isScimId(scimId)) return noResource(scimId)
  const { customerId } = directory
  return await changeDirectory(directory, TAKEN, async (tx) => {
    const before = await selectScimUser(tx, customerId, scimId)
    if (before === undefined) return noResource(scimId)
    const draft = refuseVersion(before, ifMatch) ?? change(before)
    if (isRefusal(draft)) return draft as Refusal
    const { isActive = before.isActive, ...rest } = draft as UserDraft
    await updateScimUser(tx, customerId, scimId, { ...rest, isActive })
    return await settleUser(tx, directory, scimId)
  })
}

/** Gives or ends the access of a user whose row was written, and reads the user. */
async function settleUser(
  tx: Transaction,
  { customerId, actor }: Directory,
  scimId: string,
): Promise<Changed<StoredUser> | Refusal> {
  await linkMember(tx, customerId, scimId)
  const settled = await settleAccess(tx, customerId, actor, [scimId])
  if (isRefusal(settled)) return settled as Refusal
  const answer = (await selectScimUser(tx, customerId, scimId)) as StoredUser
  if (!answer.isActive) await withdrawInvitations(tx, customerId, answer.email, actor)
  return { ...settled, answer }
}

/** Deletes a user, and ends the access. Refusals: `SCIM_NOT_FOUND`, `SCIM_VERSION`, `MARKET_LAST_OWNER`. */
export async function deleteUser(
  directory: Directory,
  scimId: string,
  ifMatch: string | undefined,
): Promise<Refusal | undefined> {
  if (!isScimId(scimId)) return noResource(scimId)
  const { customerId, actor } = directory
  return await changeDirectory(directory, TAKEN, async (tx) => {
    const before = await selectScimUser(tx, customerId, scimId)
    if (before === undefined) return noResource(scimId)
    const refusal = refuseVersion(before, ifMatch)
    if (refusal) return refusal
    const settled = await settleRemoval(tx, customerId, scimId, actor)
    if (isRefusal(settled)) return settled as Refusal
    await withdrawInvitations(tx, customerId, before.email, actor)
    await deleteScimUser(tx, customerId, scimId)
    return { ...settled, answer: undefined }
  })
}

/** A user. Refusal: `SCIM_NOT_FOUND`. */
export async function getUser(
  { database, customerId }: Pick<Directory, 'database' | 'customerId'>,
  scimId: string,
): Promise<StoredUser | Refusal> {
  const user = isScimId(scimId) ? await selectScimUser(database, customerId, scimId) : undefined
  return user ?? noResource(scimId)
}

/** A page of resources, and how many there are. */
export interface Found<T> {
  readonly total: number
  readonly page: readonly T[]
}

/** Lists users, oldest first. */
export async function listUsers(
  { database, customerId }: Pick<Directory, 'database' | 'customerId'>,
  selection: Selection | undefined,
  page: Page,
): Promise<Found<StoredUser>> {
  if (selection?.by === 'test') {
    return await search(database, page, selection.test, async (_, part) => {
      const users = await selectScimUsers(database, customerId, part)
      return users.map((user) => ({ row: user, resource: toUser(user, '') }))
    })
  }
  const lookup = selection as Parameters<typeof countScimUsers>[2]
  const total = await countScimUsers(database, customerId, lookup)
  return { total, page: await selectScimUsers(database, customerId, page, lookup) }
}

/** Resources that are tested at once. */
const PART = 500

/** Tests all resources, part by part. */
export async function search<T>(
  database: Database,
  { offset, limit }: Page,
  test: (resource: Json) => boolean,
  read: (
    database: Database,
    part: Page,
  ) => Promise<readonly { readonly row: T; readonly resource: Json }[]>,
): Promise<Found<T>> {
  const page: T[] = []
  let total = 0
  for (let start = 0; ; start += PART) {
    const rows = await read(database, { offset: start, limit: PART })
    for (const { row, resource } of rows) {
      if (!test(resource)) continue
      if (total >= offset && page.length < limit) page.push(row)
      total += 1
    }
    if (rows.length < PART) return { total, page }
  }
}
