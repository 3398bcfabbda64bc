/** Compares who may use the calls, and how clients authenticate. Pure. */
import { writeChange } from './breaking-change.ts'

/** Schemes that a call needs together, with the scopes of each. */
type Alternative = Readonly<Record<string, readonly string[]>>

export interface ComparedAccess {
  /** The ways to authenticate; any of them suffices. Without it, everyone may use the call. */
  readonly security?: readonly Alternative[]
  /** The kinds of principals, with the scopes of which one suffices. */
  readonly 'x-access'?: readonly { readonly kind: string; readonly scopes: readonly string[] }[]
}

interface Scheme {
  readonly flows?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly [property: string]: unknown
}

/** Names the credentials and scopes that sufficed for a call, and no longer do. */
export function accessChanges(
  name: string,
  before: ComparedAccess,
  after: ComparedAccess,
): readonly string[] {
  const current = after.security ?? [{}]
  const lost = (before.security ?? [{}]).filter(
    (old) => !current.some((one) => asksForNoMore(one, old)),
  )
  const ways = lost.map((old) => `${name} no longer accepts ${writeAlternative(old)}`)
  const kept = new Set(listScopes(after))
  const scopes = listScopes(before)
    .filter((scope) => after['x-access'] !== undefined && !kept.has(scope))
    .map((scope) => `${name} no longer permits ${scope}`)
  return [...ways, ...scopes].map((what) => writeChange(what, 'access'))
}

function asksForNoMore(after: Alternative, before: Alternative): boolean {
  return Object.entries(after).every(([scheme, scopes]) =>
    scopes.every((scope) => before[scheme]?.includes(scope)) ? scheme in before : false,
  )
}

function writeAlternative(alternative: Alternative): string {
  const parts = Object.entries(alternative).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} with ${scopes.join(' and ')}`,
  )
  return parts.join(' and ') || 'requests without credentials'
}

function listScopes({ 'x-access': access = [] }: ComparedAccess): readonly string[] {
  return access.flatMap(({ kind, scopes }) => scopes.map((scope) => `a ${kind} with ${scope}`))
}

/** Names what clients that use a scheme cannot rely on any more. */
export function schemeChanges(
  before: Readonly<Record<string, unknown>> = {},
  after: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const changes = Object.entries(before).flatMap(([name, scheme]) => {
    const where = `the security scheme ${name}`
    const current = after[name] as Scheme | undefined
    return current === undefined
      ? [`${where} was removed`]
      : [
          ...propertyChanges(where, scheme as Scheme, current),
          ...flowChanges(where, scheme as Scheme, current),
        ]
  })
  return changes.map((what) => writeChange(what, 'keep'))
}

function propertyChanges(where: string, before: Scheme, after: Scheme): readonly string[] {
  return Object.entries(before)
    .filter(([property, value]) => property !== 'description' && typeof value === 'string')
    .filter(([property, value]) => after[property] !== value)
    .map(([property, value]) => `${where}: ${property} changed from ${value} to ${after[property]}`)
}

function flowChanges(where: string, before: Scheme, after: Scheme): readonly string[] {
  return Object.entries(before.flows ?? {}).flatMap(([flow, old]) => {
    const current = after.flows?.[flow]
    const place = `${where}: the flow ${flow}`
    if (current === undefined) return [`${place} was removed`]
    const scopes = (current.scopes ?? {}) as Readonly<Record<string, string>>
    return [
      ...propertyChanges(place, old, current),
      ...Object.keys(old.scopes ?? {})
        .filter((scope) => !(scope in scopes))
        .map((scope) => `${place} lost the scope ${scope}`),
    ]
  })
}
