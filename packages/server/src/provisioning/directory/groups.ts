/** The groups of a directory, and the roles that they give. */
import type { Transaction } from '@entrepot/database'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { settleAccess } from '../access/access.ts'
import { GROUP } from '../resources/attributes.ts'
import {
  type GroupDraft,
  noMember,
  readGroup,
  type StoredGroup,
  toGroup,
} from '../resources/group.ts'
import { applyPatch } from '../resources/patch.ts'
import type { Json } from '../resources/values.ts'
import {
  type Changed,
  changeDirectory,
  changeResource,
  type Directory,
  getResource,
  type Operations,
  type ResourceSource,
} from './changes.ts'
import {
  countGroups,
  deleteGroup,
  deleteGroupMembers,
  insertGroup,
  insertGroupMembers,
  MAX_MEMBERS,
  selectGroup,
  selectGroups,
  updateGroup,
} from './group-store.ts'
import { type ListSource, listResources } from './list.ts'

const SOURCE: ResourceSource<StoredGroup> = {
  taken: 'Another group has this displayName or externalId.',
  select: selectGroup,
}

/** What SCIM does with groups. */
export const GROUPS: Operations<StoredGroup> = {
  kind: GROUP,
  toResource: toGroup,
  async create(directory, body) {
    const draft = readGroup(body)
    if (isRefusal(draft)) return draft as Refusal
    const { members, ...names } = draft as GroupDraft
    return await changeDirectory(directory, SOURCE.taken, async (tx) => {
      const groupId = await insertGroup(tx, directory.customerId, names)
      const changed = { added: members, gone: [], concerned: members }
      return await settleGroup(tx, directory, groupId, changed)
    })
  },
  get: async (directory, id) => await getResource(directory, id, SOURCE),
  async list({ database, customerId }, selection, page, isWhole) {
    const hasMembers = isWhole || selection.isOnMembers === true
    const source: ListSource<StoredGroup> = {
      count: async (lookup) => await countGroups(database, customerId, lookup),
      select: async (part, lookup) =>
        await selectGroups(database, customerId, { ...part, lookup, hasMembers }),
      toResource: (group) => toGroup(group, ''),
      isFull: (groups) =>
        groups.reduce((sum, { members }) => sum + members.length, 0) >= MAX_MEMBERS,
    }
    return await listResources(source, selection, page)
  },
  async change(directory, named, body, how) {
    return await changeResource(directory, named, SOURCE, async (tx, before) => {
      const sent = how === 'patch' ? applyPatch(toPatch(before), body, GROUP) : body
      const draft = isRefusal(sent) ? sent : readGroup(sent)
      if (isRefusal(draft)) return draft as Refusal
      return await changeGroup(tx, directory, before, draft as GroupDraft)
    })
  },
  /** Its members lose the role that it gives. */
  async remove(directory, named) {
    const { customerId, actor } = directory
    return await changeResource(directory, named, SOURCE, async (tx, before) => {
      await deleteGroup(tx, customerId, named.id)
      const members = before.members.map((member) => member.id)
      const settled = await settleAccess(tx, customerId, actor, members)
      return isRefusal(settled) ? (settled as Refusal) : { ...settled, answer: undefined }
    })
  },
}

/** What the operations of PATCH change. */
function toPatch({ displayName, externalId, members }: StoredGroup): Json {
  const named = { displayName, ...(externalId !== null && { externalId }) }
  return { ...named, members: members.map((member) => ({ value: member.id })) }
}

async function changeGroup(
  tx: Transaction,
  directory: Directory,
  before: StoredGroup,
  { members, ...names }: GroupDraft,
): Promise<Changed<StoredGroup> | Refusal> {
  const { scimId } = before
  const [old, wanted] = [new Set(before.members.map(({ id }) => id)), new Set(members)]
  const added = members.filter((id) => !old.has(id))
  const gone = [...old].filter((id) => !wanted.has(id))
  const isRenamed =
    names.displayName !== before.displayName || names.externalId !== before.externalId
  const moved = [...added, ...gone]
  if (isRenamed || moved.length > 0) await updateGroup(tx, directory.customerId, scimId, names)
  // A new name may give another role to all.
  const concerned = isRenamed ? [...old, ...added] : moved
  return await settleGroup(tx, directory, scimId, { added, gone, concerned })
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
