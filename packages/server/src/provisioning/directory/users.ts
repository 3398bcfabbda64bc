/** The people of a directory: created, changed and deleted, with their access. */
import type { Transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess, settleRemoval, withdrawInvitations } from '../access/access.ts'
import { linkMember } from '../access/store.ts'
import { USER } from '../resources/attributes.ts'
import type { Selection } from '../resources/filter.ts'
import { applyPatch } from '../resources/patch.ts'
import type { Page } from '../resources/project.ts'
import { readUser, type StoredUser, toUser, type UserDraft } from '../resources/user.ts'
import type { Json } from '../resources/values.ts'
import {
  type Changed,
  changeDirectory,
  changeResource,
  type Directory,
  getResource,
  type Named,
  type ResourceSource,
} from './changes.ts'
import { type Found, type ListSource, listResources } from './list.ts'
import {
  countScimUsers,
  deleteScimUser,
  insertScimUser,
  selectScimUser,
  selectScimUsers,
  updateScimUser,
} from './user-store.ts'

const USERS: ResourceSource<StoredUser> = {
  taken: 'Another user has this userName, externalId or email address.',
  select: selectScimUser,
}

/** Creates a user. Refusals: `SCIM_INVALID_VALUE`, `SCIM_UNIQUENESS`, `MARKET_LAST_OWNER`. */
export async function createUser(directory: Directory, body: Json): Promise<StoredUser | Refusal> {
  const draft = readUser(body)
  if (isRefusal(draft)) return draft as Refusal
  const { isActive = true, ...rest } = draft as UserDraft
  return await changeDirectory(directory, USERS.taken, async (tx) => {
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
  id: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredUser | Refusal> {
  return await changeUser(directory, { id, ifMatch }, () => readUser(body))
}

/** Applies the operations of PATCH. Refusals: those of {@link replaceUser}, and of paths. */
export async function patchUser(
  directory: Directory,
  id: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredUser | Refusal> {
  return await changeUser(directory, { id, ifMatch }, (before) => {
    const patched = applyPatch(toUser(before, ''), body, USER)
    return isRefusal(patched) ? (patched as Refusal) : readUser(patched as Json)
  })
}

async function changeUser(
  directory: Directory,
  named: Named,
  change: (before: StoredUser) => UserDraft | Refusal,
): Promise<StoredUser | Refusal> {
  const { customerId } = directory
  return await changeResource(directory, named, USERS, async (tx, before) => {
    const draft = change(before)
    if (isRefusal(draft)) return draft as Refusal
    const { isActive = before.isActive, ...rest } = draft as UserDraft
    await updateScimUser(tx, customerId, named.id, { ...rest, isActive })
    return await settleUser(tx, directory, named.id)
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
  id: string,
  ifMatch: string | undefined,
): Promise<Refusal | undefined> {
  const { customerId, actor } = directory
  return await changeResource(directory, { id, ifMatch }, USERS, async (tx, before) => {
    const settled = await settleRemoval(tx, customerId, id, actor)
    if (isRefusal(settled)) return settled as Refusal
    await withdrawInvitations(tx, customerId, before.email, actor)
    await deleteScimUser(tx, customerId, id)
    return { ...settled, answer: undefined }
  })
}

/** A user. Refusal: `SCIM_NOT_FOUND`. */
export async function getUser(directory: Directory, id: string): Promise<StoredUser | Refusal> {
  return await getResource(directory, id, USERS)
}

/** Lists users, oldest first. */
export async function listUsers(
  { database, customerId }: Directory,
  selection: Partial<Selection>,
  page: Page,
): Promise<Found<StoredUser>> {
  const source: ListSource<StoredUser> = {
    count: async (lookup) => await countScimUsers(database, customerId, lookup),
    select: async (part, lookup) => await selectScimUsers(database, customerId, part, lookup),
    toResource: (user) => toUser(user, ''),
  }
  return await listResources(source, selection, page)
}
