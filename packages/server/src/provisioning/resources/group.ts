/** Groups as directories send them, and as the hub answers them (RFC 7643, section 4.2). Pure. */
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { refuseScim } from '../refusal.ts'
import { attributesOf, GROUP } from './attributes.ts'
import { metaOf, type StoredResource } from './user.ts'
import { type Json, readAttributes } from './values.ts'

/** What a directory says of a group. */
export interface GroupDraft {
  readonly displayName: string
  readonly externalId: string | null
  /** The ids of users, each once. */
  readonly members: readonly string[]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text has the form of an id of a resource. */
export function isScimId(text: string): boolean {
  return UUID.test(text)
}

/** Reads the body of a group. */
export function readGroup(body: Json): GroupDraft | Refusal {
  const read = readAttributes(body, attributesOf(GROUP))
  if (isRefusal(read)) return read as Refusal
  const { displayName, externalId, members = [] } = read
  if (typeof displayName !== 'string' || displayName.trim() === '')
    return refuseScim('SCIM_INVALID_VALUE', 'displayName is missing.')
  const ids = (members as readonly { readonly value?: string }[]).map(({ value = '' }) => value)
  const wrong = ids.find((id) => !isScimId(id))
  if (wrong !== undefined) return noMember(wrong)
  return {
    displayName,
    externalId: typeof externalId === 'string' && externalId !== '' ? externalId : null,
    members: [...new Set(ids)],
  }
}

/** The refusal of a member that is no user of the customer. */
export function noMember(id: string): Refusal {
  const detail = `members: ${JSON.stringify(id.slice(0, 100))} is not the id of a user. Create the user first; groups in groups are not supported.`
  return refuseScim('SCIM_INVALID_VALUE', detail)
}

/** A group as it is stored. */
export interface StoredGroup extends StoredResource {
  readonly displayName: string
  readonly members: readonly { readonly id: string; readonly name: string }[]
}

/** The resource of a group. `base` is the address of /scim/v2. */
export function toGroup(group: StoredGroup, base: string): Json {
  return {
    schemas: [GROUP.schema],
    id: group.scimId,
    ...(group.externalId !== null && { externalId: group.externalId }),
    displayName: group.displayName,
    members: group.members.map(({ id, name }) => ({
      ...{ value: id, $ref: `${base}/Users/${id}`, type: 'User', display: name },
    })),
    meta: metaOf(group, 'Group', `${base}/Groups/${group.scimId}`),
  }
}
