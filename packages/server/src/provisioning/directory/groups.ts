/** The groups of a directory, and the roles that they give. */
import type { Transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess } from '../access/access.ts'
import { GROUP } from '../resources/attributes.ts'
import type { Selection } from '../resources/filter.ts'
import {
  type GroupDraft,
  isScimId,
  noMember,
  readGroup,
  type StoredGroup,
  toGroup,
} from '../resources/group.ts'
import { applyPatch } from '../resources/patch.ts'
import type { Page } from '../resources/project.ts'
import type { Json } from '../resources/values.ts'
import {
  type Changed,
  changeDirectory,
  type Directory,
  noResource,
  refuseVersion,
} from './changes.ts'
import {
  countGroups,
  deleteGroupMembers,
  deleteGroup as deleteRow,
  insertGroup,
  insertGroupMembers,
  selectGroup,
  selectGroups,
  updateGroup,
} from './group-store.ts'
import { type Found, search } from './users.ts'

const TAKEN = 'Another group has this displayName or externalId.'

/** Creates a group. Refusals: `SCIM_INVALID_VALUE`, `SCIM_UNIQUENESS`, `MARKET_LAST_OWNER`. */
export async function createGroup(
  directory: Directory,
  body: Json,
): Promise<StoredGroup | Refusal> {
  const draft = readGroup(body)
  if (isRefusal(draft)) return draft as Refusal
  const { members, ...rest } = draft as GroupDraft
  return await changeDirectory(directory, TAKEN, async (tx) => {
    const groupId = await insertGroup(tx, directory.customerId, rest)
    return await settleGroup(tx, directory, groupId, { before: [], after: members })
  })
}

/** Replaces a group. Refusals: those of {@link createGroup}, `SCIM_NOT_FOUND` and `SCIM_VERSION`. */
export async function replaceGroup(
  directory: Directory,
  groupId: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredGroup | Refusal> {
  return await changeGroup(directory, groupId, ifMatch, () => readGroup(body))
}

/** Applies the operations of PATCH. Refusals: those of {@link replaceGroup}, and of paths. */
export async function patchGroup(
  directory: Directory,
  groupId: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredGroup | Refusal> {
  return await changeGroup(directory, groupId, ifMatch, (before) => {
    const { displayName, externalId } = before
    const members = before.members.map(({ id }) => ({ value: id }))
    const resource = { displayName, ...(externalId !== null && { externalId }), members }
    const patched = applyPatch(resource, body, GROUP)
    return isRefusal(patched) ? (patched as Refusal) : readGroup(patched as Json)
  })
}

async function changeGroup(
  directory: Directory,
  groupId: string,
  ifMatch: string | undefined,
  change: (before: StoredGroup) => GroupDraft | Refusal,
): Promise<StoredGroup | Refusal> {
  if (!isScimId(groupId)) return noResource(groupId)
  const { customerId } = directory
  return await changeDirectory(directory, TAKEN, async (tx) => {
    const before = await selectGroup(tx, customerId, groupId)
    if (before === undefined) return noResource(groupId)
    const draft = refuseVersion(before, ifMatch) ?? change(before)
    if (isRefusal(draft)) return draft as Refusal
    const { members, ...rest } = draft as GroupDraft
    await updateGroup(tx, customerId, groupId, rest)
    const ids = before.members.map(({ id }) => id)
    return await settleGroup(tx, directory, groupId, { before: ids, after: members })
  })
}

/** Writes the members of a group, and the access of those before and after. */
async function settleGroup(
  tx: Transaction,
  { customerId, actor }: Directory,
  groupId: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<Changed<StoredGroup> | Refusal> {
  const [old, wanted] = [new Set(before), new Set(after)]
  const known = await insertGroupMembers(tx, customerId, groupId, after)
  const unknown = after.find((id) => !known.has(id))
  if (unknown !== undefined) return noMember(unknown)
  const gone = before.filter((id) => !wanted.has(id))
  await deleteGroupMembers(tx, customerId, groupId, gone)
  // A new name may give another role to all.
  const concerned = [...new Set([...old, ...wanted])]
  const settled = await settleAccess(tx, customerId, actor, concerned)
  if (isRefusal(settled)) return settled as Refusal
  return { ...settled, answer: (await selectGroup(tx, customerId, groupId)) as StoredGroup }
}

/** Deletes a group. Its members lose the role that it gives. Refusals: `SCIM_NOT_FOUND`, `SCIM_VERSION`, `MARKET_LAST_OWNER`. */
export async function deleteGroup(
  directory: Directory,
  groupId: string,
  ifMatch: string | undefined,
): Promise<Refusal | undefined> {
  if (!isScimId(groupId)) return noResource(groupId)
  const { customerId, actor } = directory
  return await changeDirectory(directory, TAKEN, async (tx) => {
    const before = await selectGroup(tx, customerId, groupId)
    if (before === undefined) return noResource(groupId)
    const refusal = refuseVersion(before, ifMatch)
    if (refusal) return refusal
    await deleteRow(tx, customerId, groupId)
    const ids = before.members.map(({ id }) => id)
    const settled = await settleAccess(tx, customerId, actor, ids)
    return isRefusal(settled) ? (settled as Refusal) : { ...settled, answer: undefined }
  })
}

/** A group. Refusal: `SCIM_NOT_FOUND`. */
export async function getGroup(
  { database, customerId }: Pick<Directory, 'database' | 'customerId'>,
  groupId: string,
): Promise<StoredGroup | Refusal> {
  const group = isScimId(groupId) ? await selectGroup(database, customerId, groupId) : undefined
  return group ?? noResource(groupId)
}

/** Lists groups, oldest first. */
export async function listGroups(
  { database, customerId }: Pick<Directory, 'database' | 'customerId'>,
  selection: Selection | undefined,
  page: Page,
  hasMembers: boolean,
): Promise<Found<StoredGroup>> {
  if (selection?.by === 'test') {
    return await search(database, page, selection.test, async (_, part) => {
      const groups = await selectGroups(database, customerId, { ...part, hasMembers: true })
      return groups.map((group) => ({ row: group, resource: toGroup(group, '') }))
    })
  }
  const lookup = selection as Parameters<typeof countGroups>[2]
  const total = await countGroups(database, customerId, lookup)
  const groups = await selectGroups(database, customerId, { ...page, lookup, hasMembers })
  return { total, page: groups }
}
