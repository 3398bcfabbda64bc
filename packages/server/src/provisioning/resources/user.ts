/** Users as directories send them, and as the hub answers them (RFC 7643, section 4.1). Pure. */
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { isEmail } from '../../people/users/rules.ts'
import { refuseScim } from '../refusal.ts'
import { attributesOf, USER } from './attributes.ts'
import { type Json, readAttributes } from './values.ts'

/** What a directory says of a person. */
export interface UserDraft {
  readonly userName: string
  readonly externalId: string | null
  /** The address with which the person signs in. */
  readonly email: string
  /** Undefined if it was not sent. */
  readonly isActive: boolean | undefined
  /** The other attributes. */
  readonly resource: Json
}

interface Email {
  readonly value?: string
  readonly type?: string
  readonly primary?: boolean
}

/** Reads the body of a user. */
export function readUser(body: Json): UserDraft | Refusal {
  const read = readAttributes(body, [...attributesOf(USER)])
  if (isRefusal(read)) return read as Refusal
  const { userName, externalId, active, ...resource } = read
  if (typeof userName !== 'string' || userName.trim() === '')
    return refuseScim('SCIM_INVALID_VALUE', 'userName is missing.')
  const email = addressOf((resource.emails ?? []) as readonly Email[]) ?? userName
  if (!isEmail(email)) return refuseScim('SCIM_INVALID_VALUE', noAddress(email))
  return {
    ...{ userName, email, resource },
    externalId: typeof externalId === 'string' && externalId !== '' ? externalId : null,
    isActive: active as boolean | undefined,
  }
}

function noAddress(text: string): string {
  return `${JSON.stringify(text.slice(0, 100))} is not an email address. A person needs one to sign in: send it in emails, or as userName.`
}

/** The primary address, else that of work, else the first one. */
function addressOf(emails: readonly Email[]): string | undefined {
  const filled = emails.filter(({ value }) => value !== undefined && value !== '')
  const found =
    filled.find(({ primary }) => primary) ??
    filled.find(({ type }) => type?.toLowerCase() === 'work') ??
    filled[0]
  return found?.value
}

/** The stored facts of a resource. */
export interface StoredResource {
  readonly scimId: string
  readonly externalId: string | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A user as it is stored. */
export interface StoredUser extends StoredResource {
  readonly userName: string
  readonly email: string
  readonly isActive: boolean
  readonly resource: Json
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

/** The resource of a user. `base` is the address of /scim/v2. */
export function toUser(user: StoredUser, base: string): Json {
  const groups = user.groups.map(({ id, name }) => ({
    ...{ value: id, $ref: `${base}/Groups/${id}`, display: name },
  }))
  return {
    schemas: [USER.schema],
    id: user.scimId,
    ...(user.externalId !== null && { externalId: user.externalId }),
    userName: user.userName,
    ...user.resource,
    active: user.isActive,
    ...(groups.length > 0 && { groups }),
    meta: metaOf(user, 'User', `${base}/Users/${user.scimId}`),
  }
}

/** `meta` of a resource (RFC 7643, section 3.1). */
export function metaOf(
  { version, createdAt, updatedAt }: StoredResource,
  resourceType: 'User' | 'Group',
  location: string,
): Json {
  return {
    resourceType,
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location,
    version: tagOf(version),
  }
}

/** The entity tag of a version. */
export function tagOf(version: number): string {
  return `W/"${version}"`
}

/** Whether a header `If-Match` or `If-None-Match` names a version. Undefined headers name none. */
export function namesVersion(header: string | undefined, version: number): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(`"${version}"`)
}
