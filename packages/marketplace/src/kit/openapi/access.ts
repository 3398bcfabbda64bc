/** How a call is authenticated, in the terms of OpenAPI. */
import type { FastifyContextConfig } from 'fastify'
import type { Names } from '../names/names.ts'
import type { Requirement } from '../principals/principal.ts'
import type { Scope } from '../principals/scopes.ts'
import type { ProblemCode } from '../shared/errors.ts'

/** API keys, the credentials that the API knows itself. */
const KEY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description:
      'An API key of a merchant or of a channel. Create one in the console, under Developers, or with `entrepot keys create`. It has priority over the query parameter.',
  },
  apiKeyQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'apikey',
    description:
      'An API key, for clients that cannot set headers. URLs get into logs, so prefer the header.',
  },
} as const

/** Schemes that a call needs together, with the scopes of each. */
export type Security = Readonly<Record<string, readonly string[]>>

/** Ways to authenticate besides API keys. People and their agents act as merchants. */
export interface Ways {
  /** By name, as in `components.securitySchemes`. */
  readonly schemes: Readonly<Record<string, object>>
  /** The alternatives for a call that requires one of these scopes of a merchant. */
  readonly securityOf: (scopes: readonly Scope[]) => readonly Security[]
  /** The codes with which these ways can refuse each call, whoever may make it. */
  readonly refusals: readonly ProblemCode[]
}

/** API keys only. */
export const KEYS_ONLY: Ways = { schemes: {}, securityOf: () => [], refusals: [] }

/** The schemes of the document. */
export function schemesOf(ways: Ways): Readonly<Record<string, object>> {
  return { ...KEY_SCHEMES, ...ways.schemes }
}

/** The ways to authenticate a call; any of them suffices. */
export function securityOf(access: Access, ways: Ways): readonly Security[] {
  const ofMerchants = access.filter(({ kind }) => kind === 'merchant')
  const further = ofMerchants.flatMap(({ scopes }) => ways.securityOf(scopes))
  return [{ apiKey: [] }, { apiKeyQuery: [] }, ...further]
}

/** Who may make a call, as a sentence for its description. */
export function accessSentence(names: ScopeNames, access: Access): string {
  if (access.length === 0) return 'Access: everybody, without credentials.'
  const list = access.map(({ kind, scopes }) => `a ${kind} with ${scopeWords(names, kind, scopes)}`)
  return `Access: ${list.join(', or ')}.`
}

type ScopeNames = Pick<Names, 'scopes'>

/** The scopes of which one is sufficient. */
export function scopeWords(
  names: ScopeNames,
  kind: Requirement['kind'],
  scopes: readonly string[],
): string {
  const isAny = names.scopes[kind].every((scope) => scopes.includes(scope))
  return isAny ? 'any scope' : scopes.map((scope) => `\`${scope}\``).join(' or ')
}

/** Who may make a call: one entry for each kind of principal. Empty for a public call. */
export type Access = readonly {
  readonly kind: Requirement['kind']
  /** Any of them suffices. */
  readonly scopes: readonly Scope[]
}[]

/** Who may make the call of a route. */
export function requirementsOf({ requires }: FastifyContextConfig): Access {
  const all = [requires ?? []].flat() as readonly Requirement[]
  return all.map(({ kind, scope }) => ({ kind, scopes: [scope].flat() as readonly Scope[] }))
}
