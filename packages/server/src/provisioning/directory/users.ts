/** The people of a directory: created, changed and deleted, with their access. */
import type { Transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess, settleRemoval, withdrawInvitations } from '../access/access.ts'
import { linkMember } from '../access/store.ts'
import { USER } from '../resources/attributes.ts'
import { applyPatch } from '../resources/patch.ts'
import { readUser, type StoredUser, toUser, type UserDraft } from '../resources/user.ts'
import {
  type Changed,
  changeDirectory,
  changeResource,
  type Directory,
  getResource,
  type Operations,
  type ResourceSource,
} from './changes.ts'
import { type ListSource, listResources } from './list.ts'
import {
  countScimUsers,
  deleteScimUser,
  insertScimUser,
  selectScimUser,
  selectScimUsers,
  updateScimUser,
} from './user-store.ts'

const SOURCE: ResourceSource<StoredUser> = {
  taken: 'Another user has this userName, externalId or email address.',
  select: selectScimUser,
}

/** What SCIM does with users. A replaced user keeps `active` if it was not sent, so that nobody gets access by an omission. */
export const USERS: Operations<StoredUser> = {
  kind: USER,
  toResource: toUser,
  async create(directory, body) {
    const draft = readUser(body)
    if (isRefusal(draft)) return draft as Refusal
    const { isActive = true, ...rest } = draft as UserDraft
    return await changeDirectory(directory, SOURCE.taken, async (tx) => {
      const scimId = await insertScimUser(tx, directory.customerId, { ...rest, isActive })
      return await settleUser(tx, directory, scimId)
    })
  },
  get: async (directory, id) => await getResource(directory, id, SOURCE),
  async list({ database, customerId }, selection, page) {
    const source: ListSource<StoredUser> = {
      count: async (lookup) => await countScimUsers(database, customerId, lookup),
      select: async (part, lookup) => await selectScimUsers(database, customerId, part, lookup),
      toResource: (user) => toUser(user, ''),
    }
    return await listResources(source, selection, page)
  },
  async change(directory, named, body, how) {
    return await changeResource(directory, named, SOURCE, async (tx, before) => {
      const sent = how === 'patch' ? applyPatch(toUser(before, ''), body, USER) : body
      const draft = isRefusal(sent) ? sent : readUser(sent)
      if (isRefusal(draft)) return draft as Refusal
      const { isActive = before.isActive, ...rest } = draft as UserDraft
      await updateScimUser(tx, directory.customerId, named.id, { ...rest, isActive })
      return await settleUser(tx, directory, named.id)
    })
  },
  /** Ends the access of the user, too. */
  async remove(directory, named) {
    const { customerId, actor } = directory
    return await changeResource(directory, named, SOURCE, async (tx, before) => {
      const settled = await settleRemoval(tx, customerId, named.id, actor)
      if (isRefusal(settled)) return settled as Refusal
      await withdrawInvitations(tx, customerId, before.email, actor)
      await deleteScimUser(tx, customerId, named.id)
      return { ...settled, answer: undefined }
    })
  },
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
