/** The attributes of users and groups that the hub keeps (RFC 7643, sections 4.1 and 4.2). Others are ignored. Pure. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** An attribute, as the schema describes it (RFC 7643, section 7). */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  readonly description: string
  readonly isRequired?: true
  readonly isMulti?: true
  readonly isCaseExact?: true
  readonly isReadOnly?: true
  readonly isUnique?: true
  /** In characters, if it is less than that of other texts. */
  readonly maxLength?: number
  readonly sub?: readonly Attribute[]
}

/** PostgreSQL keeps at most 2,700 bytes of a value in an index. */
const INDEXED = { maxLength: 256 }

const text = (name: string, description: string): Attribute => ({
  ...{ name, type: 'string', description },
})

const ID: Attribute = {
  ...text('id', 'The id of the hub.'),
  ...{ isReadOnly: true, isCaseExact: true, isUnique: true },
}

const EXTERNAL_ID: Attribute = {
  ...text('externalId', 'The id of the directory.'),
  ...{ isCaseExact: true, ...INDEXED },
}

/** What each resource has (RFC 7643, section 3.1). Not listed by schemas. */
const COMMON: readonly Attribute[] = [
  ID,
  EXTERNAL_ID,
  {
    ...{ name: 'meta', type: 'complex', description: 'About the resource.', isReadOnly: true },
    sub: [
      { ...text('resourceType', 'User or Group.'), isCaseExact: true },
      { name: 'created', type: 'dateTime', description: 'When it was created.' },
      { name: 'lastModified', type: 'dateTime', description: 'When it was last changed.' },
      { name: 'location', type: 'reference', description: 'Its address.', isCaseExact: true },
      { ...text('version', 'Its entity tag.'), isCaseExact: true },
    ],
  },
  { ...text('schemas', 'The schemas of the resource.'), isMulti: true, isReadOnly: true },
]

/** The attributes of users. */
export const USER_ATTRIBUTES: readonly Attribute[] = [
  {
    ...text('userName', 'The name in the directory.'),
    ...{ isRequired: true, isUnique: true, ...INDEXED },
  },
  {
    ...{ name: 'name', type: 'complex', description: 'The parts of the name.' },
    sub: [
      text('formatted', 'The whole name.'),
      text('familyName', 'The family name.'),
      text('givenName', 'The given name.'),
    ],
  },
  text('displayName', 'The name that people read.'),
  text('title', 'The position, such as Manager.'),
  text('preferredLanguage', 'The language, such as en-GB.'),
  {
    ...{ name: 'active', type: 'boolean' },
    description: 'Whether the person has access. False ends sessions, agents and grants.',
  },
  {
    ...{ name: 'emails', type: 'complex', isMulti: true },
    description: 'Addresses. The primary one, else that of work, else the first one signs in.',
    sub: [
      text('value', 'The address.'),
      text('display', 'Its name.'),
      text('type', 'Such as work.'),
      { name: 'primary', type: 'boolean', description: 'Whether it is the main one.' },
    ],
  },
  {
    ...{ name: 'groups', type: 'complex', isMulti: true, isReadOnly: true },
    description: 'The groups of the person.',
    sub: [
      { ...text('value', 'The id of the group.'), isCaseExact: true },
      { name: '$ref', type: 'reference', description: 'Its address.', isCaseExact: true },
      text('display', 'Its name.'),
    ],
  },
]

/** The attributes of groups. */
export const GROUP_ATTRIBUTES: readonly Attribute[] = [
  {
    ...text('displayName', 'The name of the group.'),
    ...{ isRequired: true, isUnique: true, ...INDEXED },
  },
  {
    ...{ name: 'members', type: 'complex', isMulti: true, description: 'Users. No groups.' },
    sub: [
      { ...text('value', 'The id of the user.'), isCaseExact: true },
      { name: '$ref', type: 'reference', description: 'Its address.', isCaseExact: true },
      text('type', 'User.'),
      text('display', 'Its name.'),
    ],
  },
]

/** A kind of resource. */
export interface Kind {
  readonly name: 'User' | 'Group'
  /** The path below /scim/v2. */
  readonly path: '/Users' | '/Groups'
  readonly schema: string
  readonly description: string
  /** What its schema lists. */
  readonly attributes: readonly Attribute[]
}

export const USER: Kind = {
  ...{ name: 'User', path: '/Users', schema: USER_SCHEMA, description: 'A person' },
  attributes: USER_ATTRIBUTES,
}
export const GROUP: Kind = {
  ...{ name: 'Group', path: '/Groups', schema: GROUP_SCHEMA, description: 'A group of people' },
  attributes: GROUP_ATTRIBUTES,
}

/** Finds an attribute of a resource, or of an attribute. Names are compared without case (RFC 7643, section 2.1). */
export function findAttribute(
  list: readonly Attribute[] | undefined,
  name: string,
): Attribute | undefined {
  const key = name.toLowerCase()
  return list?.find((one) => one.name.toLowerCase() === key)
}

/** All attributes of a kind, with those that each resource has. */
export function attributesOf({ attributes }: Kind): readonly Attribute[] {
  return [...COMMON, ...attributes]
}

/** A path without the schema of its kind, as some clients send it (RFC 7644, section 3.10). */
export function withoutSchema(path: string, { schema }: Kind): string {
  const prefix = `${schema}:`
  return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : path
}
