/** The groups of a directory, and the roles that they give. */
import type { Transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess } from '../access/access.ts'
import { GROUP } from '../resources/attributes.ts'
import type { Selection } from '../resources/filter.ts'
import {
  type GroupDraft,
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
  changeResource,
  type Directory,
  getResource,
  type Named,
  type ResourceSource,
} from './changes.ts'
import {
  countGroups,
  deleteGroupMembers,
  deleteGroup as deleteRow,
  insertGroup,
  insertGroupMembers,
  MAX_MEMBERS,
  selectGroup,
  selectGroups,
  updateGroup,
} from './group-store.ts'
import { type Found, type ListSource, listResources } from './list.ts'

const GROUPS: ResourceSource<StoredGroup> = {
  taken: 'Another group has this displayName or externalId.',
  select: selectGroup,
}

/** Creates a group. Refusals: `SCIM_INVALID_VALUE`, `SCIM_UNIQUENESS`, `MARKET_LAST_OWNER`. */
export async function createGroup(
  directory: Directory,
  body: Json,
): Promise<StoredGroup | Refusal> {
  const draft = readGroup(body)
  if (isRefusal(draft)) return draft as Refusal
  const { members, ...names } = draft as GroupDraft
  return await changeDirectory(directory, GROUPS.taken, async (tx) => {
    const groupId = await insertGroup(tx, directory.customerId, names)
    return await settleGroup(tx, directory, groupId, {
      added: members,
      gone: [],
      concerned: members,
    })
  })
}

/** Replaces a group. Refusals: those of {@link createGroup}, `SCIM_NOT_FOUND` and `SCIM_VERSION`. */
export async function replaceGroup(
  directory: Directory,
  id: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredGroup | Refusal> {
  return await changeGroup(directory, { id, ifMatch }, () => readGroup(body))
}

/** Applies the operations of PATCH. Refusals: those of {@link replaceGroup}, and of paths. */
export async function patchGroup(
  directory: Directory,
  id: string,
  body: Json,
  ifMatch: string | undefined,
): Promise<StoredGroup | Refusal> {
  return await changeGroup(directory, { id, ifMatch }, (before) => {
    const { displayName, externalId } = before
    const members = before.members.map((member) => ({ value: member.id }))
    const resource = { displayName, ...(externalId !== null && { externalId }), members }
    const patched = applyPatch(resource, body, GROUP)
    return isRefusal(patched) ? (patched as Refusal) : readGroup(patched as Json)
  })
}

async function changeGroup(
  directory: Directory,
  named: Named,
  change: (before: StoredGroup) => GroupDraft | Refusal,
): Promise<StoredGroup | Refusal> {
  return await changeResource(directory, named, GROUPS, async (tx, before) => {
    const draft = change(before)
    if (isRefusal(draft)) return draft as Refusal
    const { members, ...names } = draft as GroupDraft
    const [old, wanted] = [new Set(before.members.map(({ id }) => id)), new Set(members)]
    const added = members.filter((id) => !old.has(id))
    const gone = [...old].filter((id) => !wanted.has(id))
    const isRenamed =
      names.displayName !== before.displayName || names.externalId !== before.externalId
    const moved = [...added, ...gone]
    if (isRenamed || moved.length > 0) await updateGroup(tx, directory.customerId, named.id, names)
    // A new name may give another role to all.
    const concerned = isRenamed ? [...old, ...added] : moved
    return await settleGroup(tx, directory, named.id, { added, gone, concerned })
  })
}

/** Writes the members of a group, and the access of those whom the change concerns. */
async function settleGroup(
  tx: Transaction,
  { customerId, actor }: Directory,
  groupId: string,
  { added, gone, concerned }: Record<'added' | 'gone' | 'concerned', readonly string[]>,
): Promise<Changed<StoredGroup> | Refusal> {
  const known = await insertGroupMembers(tx, customerId, groupId, added)
  const unknown = added.find((id) => !known.has(id))
  if (unknown !== undefined) return noMember(unknown)
  await deleteGroupMembers(tx, customerId, groupId, gone)
  const settled = await settleAccess(tx, customerId, actor, concerned)
  if (isRefusal(settled)) return settled as Refusal
  return { ...settled, answer: (await selectGroup(tx, customerId, groupId)) as StoredGroup }
}

/** Deletes a group. Its members lose the role that it gives. Refusals: `SCIM_NOT_FOUND`, `SCIM_VERSION`, `MARKET_LAST_OWNER`. */
export async function deleteGroup(
  directory: Directory,
  id: string,
  ifMatch: string | undefined,
): Promise<Refusal | undefined> {
  const { customerId, actor } = directory
  return await changeResource(directory, { id, ifMatch }, GROUPS, async (tx, before) => {
    await deleteRow(tx, customerId, id)
    const members = before.members.map((member) => member.id)
    const settled = await settleAccess(tx, customerId, actor, members)
    return isRefusal(settled) ? (settled as Refusal) : { ...settled, answer: undefined }
  })
}

/** A group. Refusal: `SCIM_NOT_FOUND`. */
export async function getGroup(directory: Directory, id: string): Promise<StoredGroup | Refusal> {
  return await getResource(directory, id, GROUPS)
}

/** Lists groups, oldest first. */
export async function listGroups(
  { database, customerId }: Directory,
  selection: Partial<Selection>,
  page: Page,
  isWhole: boolean,
): Promise<Found<StoredGroup>> {
  const hasMembers = isWhole || selection.isOnMembers === true
  const source: ListSource<StoredGroup> = {
    count: async (lookup) => await countGroups(database, customerId, lookup),
    select: async (part, lookup) =>
      await selectGroups(database, customerId, { ...part, lookup, hasMembers }),
    toResource: (group) => toGroup(group, ''),
    isFull: (groups) => groups.reduce((sum, { members }) => sum + members.length, 0) >= MAX_MEMBERS,
  }
  return await listResources(source, selection, page)
}
