/** Applies PATCH (RFC 7644, section 3.5.2) with scim-patch. Paths are checked here first, because the library takes any. Pure. */
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch'
import type { Compare } from 'scim2-parse-filter'
import { refuseScim } from '../refusal.ts'
import {
  type Attribute,
  attributesOf,
  findAttribute,
  type Kind,
  withoutSchema,
} from './attributes.ts'
import { attributesIn, parseFilter } from './filter.ts'
import { isObject, type Json, readAttributes } from './values.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const MAX_OPERATIONS = 1_000

const MAX_PATH = 500

/** An attribute, perhaps a filter of its values, and perhaps one of their attributes. */
const PATH = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/i

type Op = 'add' | 'replace' | 'remove'

/** An operation whose path names attributes that the hub keeps. */
interface Step {
  readonly op: Op
  readonly path: string
  readonly value?: unknown
}

/**
 * The resource after the operations of a body. Operations on attributes that the hub does not keep do nothing. Names of operations are
 * compared without case, because Entra sends `Replace`; a value without a path may have paths as names, as Entra and Okta send them.
 */
export function applyPatch(resource: Json, body: unknown, kind: Kind): Json | Refusal {
  const operations = operationsOf(body)
  if (isRefusal(operations)) return operations as Refusal
  let patched = structuredClone(resource)
  for (const operation of operations) {
    const steps = toSteps(operation, kind)
    if (isRefusal(steps)) return steps as Refusal
    for (const step of steps) {
      const primary = primaryOf(patched)
      const outcome = applyStep(patched, step)
      if (isRefusal(outcome)) return outcome as Refusal
      patched = withOnePrimary(outcome as Json, primary)
    }
  }
  return patched
}

function operationsOf(body: unknown): readonly unknown[] | Refusal {
  const syntax = (detail: string) => refuseScim('SCIM_INVALID_SYNTAX', detail)
  if (!isObject(body)) return syntax('The body must be an object.')
  const { schemas } = body
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    return syntax(`schemas must have ${PATCH_SCHEMA}.`)
  const operations = body.Operations ?? body.operations
  if (!Array.isArray(operations) || operations.length === 0)
    return syntax('Operations must be a list of at least one operation.')
  if (operations.length > MAX_OPERATIONS)
    return syntax(`Operations has more than ${MAX_OPERATIONS} operations. Send less at once.`)
  return operations
}

function toSteps(operation: unknown, kind: Kind): readonly Step[] | Refusal {
  if (!isObject(operation)) return refuseScim('SCIM_INVALID_SYNTAX', 'An operation is no object.')
  const { op: name, path, value } = operation
  const op = typeof name === 'string' ? name.toLowerCase() : ''
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    return refuseScim('SCIM_INVALID_SYNTAX', 'op must be add, replace or remove.')
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') return refuseScim('SCIM_NO_TARGET', 'An operation remove has no path.')
    if (!isObject(value))
      return refuseScim(
        'SCIM_INVALID_VALUE',
        'An operation without a path needs an object as its value.',
      )
    return joinSteps(Object.entries(value).map(([key, one]) => toStep(op, key, one, kind, true)))
  }
  if (typeof path !== 'string') return refuseScim('SCIM_INVALID_PATH', 'path must be text.')
  return joinSteps([toStep(op, path, value, kind, false)])
}

function joinSteps(steps: readonly (Step | Refusal | undefined)[]): readonly Step[] | Refusal {
  const refused = steps.find(isRefusal)
  return (refused as Refusal | undefined) ?? (steps.filter((one) => one !== undefined) as Step[])
}

/** An operation with the spelling of the schema. Undefined if it concerns an attribute that the hub does not keep. */
function toStep(
  op: Op,
  sent: string,
  value: unknown,
  kind: Kind,
  isInValue: boolean,
): Step | Refusal | undefined {
  const target = targetOf(withoutSchema(sent.trim(), kind), kind)
  if (target === undefined || isRefusal(target)) return target as Refusal | undefined
  const { attribute, sub, filter } = target
  if (attribute.isReadOnly) {
    // Okta sends the id of a group in the value.
    return isInValue ? undefined : refuseScim('SCIM_MUTABILITY', `${attribute.name} is read-only.`)
  }
  const member = op === 'remove' && attribute.name === 'members' && !sub && idIn(filter)
  if (member) return { op, path: 'members', value: [{ value: member }] }
  const values = filter === undefined ? '' : `[${filter}]`
  const path = `${attribute.name}${values}${sub ? `.${sub.name}` : ''}`
  return withValue(op, path, value, sub ?? attribute, filter !== undefined && sub === undefined)
}

/** The id in `value eq "id"`, by which clients remove members. */
function idIn(filter: string | undefined): string | undefined {
  const parsed = filter === undefined ? undefined : parseFilter(filter)
  if (parsed === undefined || isRefusal(parsed)) return undefined
  const { op, attrPath, compValue } = parsed as Compare
  return op === 'eq' && attrPath.toLowerCase() === 'value' ? String(compValue) : undefined
}

/** What a path names. */
interface Target {
  readonly attribute: Attribute
  readonly filter: string | undefined
  readonly sub: Attribute | undefined
}

/** Finds what a path names; undefined if the hub does not keep it, such as an attribute of an extension. */
function targetOf(path: string, kind: Kind): Target | Refusal | undefined {
  if (path.length > MAX_PATH) return refuseScim('SCIM_INVALID_PATH', 'A path is too long.')
  if (path.toLowerCase().startsWith('urn:')) return undefined
  const [, name, filter, subName] = PATH.exec(path) ?? []
  if (name === undefined)
    return refuseScim('SCIM_INVALID_PATH', `${JSON.stringify(path)} is not a path.`)
  const attribute = findAttribute(attributesOf(kind), name)
  if (attribute === undefined) return undefined
  const sub = subName === undefined ? undefined : findAttribute(attribute.sub, subName)
  if (subName !== undefined && sub === undefined) return undefined
  const issue = filter === undefined ? undefined : refuseFilter(filter, attribute)
  return issue ?? { attribute, filter, sub }
}

/** Checks a filter of values. The library makes attributes of its names. */
function refuseFilter(text: string, attribute: Attribute): Refusal | undefined {
  const invalid = (detail: string) => refuseScim('SCIM_INVALID_PATH', detail)
  if (!attribute.isMulti) return invalid(`${attribute.name} has one value, so it has no filter.`)
  const filter = parseFilter(text)
  if (isRefusal(filter)) return invalid((filter as Refusal).detail)
  const unknown = attributesIn(filter).find(
    (one) => findAttribute(attribute.sub, one) === undefined,
  )
  return unknown === undefined
    ? undefined
    : invalid(`${attribute.name} has no ${JSON.stringify(unknown.slice(0, 100))}.`)
}

function withValue(
  op: Op,
  path: string,
  value: unknown,
  attribute: Attribute,
  isOneValue: boolean,
): Step | Refusal {
  if (value === undefined || value === null) {
    // A value of null unassigns the attribute (RFC 7643, section 2.5).
    if (op !== 'add') return { op: 'remove', path }
    return refuseScim('SCIM_INVALID_VALUE', `The operation add on ${path} has no value.`)
  }
  const single = isOneValue ? { ...attribute, isMulti: undefined } : attribute
  const read = readAttributes({ [attribute.name]: value }, [single as Attribute])
  if (isRefusal(read)) return read as Refusal
  const values = read[attribute.name]
  // Members are compared by their id alone.
  const isMembers = attribute.name === 'members' && Array.isArray(values)
  return { op, path, value: isMembers ? values.map(({ value: id }) => ({ value: id })) : values }
}

function applyStep(resource: Json, step: Step): Json | Refusal {
  const { op, path, value } = step
  if (path === 'members' && Array.isArray(value)) {
    const members = changeMembers((resource.members ?? []) as readonly Member[], op, value)
    return { ...resource, members }
  }
  try {
    const options = { mutateDocument: true, treatMissingAsAdd: true }
    const patch = [step as ScimPatchOperation]
    return scimPatch(resource as unknown as ScimResource, patch, options) as unknown as Json
  } catch (error) {
    const { scimCode, message } = error as { scimCode?: string; message?: string }
    if (scimCode === undefined) throw error
    // Removing what is not there has been done.
    if (op === 'remove') return resource
    const code = scimCode === 'noTarget' ? 'SCIM_NO_TARGET' : 'SCIM_INVALID_PATH'
    return refuseScim(code, `${path}: ${message}`)
  }
}

interface Member {
  readonly value: string
}

/** The members after an operation. The library compares each with each, which takes long for groups of thousands. */
function changeMembers(
  before: readonly Member[],
  op: Op,
  values: readonly Member[],
): readonly Member[] {
  if (op === 'replace') return values
  const ids = new Set((op === 'add' ? before : values).map(({ value }) => value))
  const isOther = ({ value }: Member) => !ids.has(value)
  return op === 'add' ? [...before, ...values.filter(isOther)] : before.filter(isOther)
}

interface Email {
  readonly primary?: boolean
}

function primaryOf({ emails = [] }: Json): readonly Email[] {
  return (emails as readonly Email[]).filter(({ primary }) => primary)
}

/** Makes an address that has become the primary one the only one (RFC 7644, section 3.5.2). */
function withOnePrimary(resource: Json, before: readonly Email[]): Json {
  if (primaryOf(resource).every((email) => before.includes(email))) return resource
  const emails = (resource.emails as readonly Email[]).map((email) =>
    before.includes(email) ? { ...email, primary: false } : email,
  )
  return { ...resource, emails }
}
