/** The names that parts of an API bring along: codes of refusals, scopes, types of events. */
import type { TSchema } from 'typebox'

/** The HTTP status and the title of the problem document (RFC 9457) of a code. */
export interface ProblemFacts {
  readonly status: number
  readonly title: string
  /** Which calls can have it, besides those that list it. @default none */
  readonly ofCalls?: 'all' | 'writing'
}

/** What is known of a type of events. */
export interface EventFacts {
  /** Merchants see the events of the customer; a channel sees those that concern it. */
  readonly audience: 'merchant' | 'channel' | 'both'
  /** One of these scopes is needed to read the event, as it is to read the record itself. */
  readonly scopes: readonly string[]
  /** The schema of `Data`. Properties can be added. */
  readonly data: TSchema
  /** The schema of its record, which webhooks send along. @default it has none */
  readonly record?: TSchema
}

/** Names of one part of an API. */
export interface NameSet {
  /** By code. A code is never used for something else. */
  readonly problems?: Readonly<Record<string, ProblemFacts>>
  /** Scopes of merchants that a new key gets only if it names them. */
  readonly scopes?: readonly string[]
  /** By type: the kind of the record, a dot, and what happened to it. */
  readonly events?: Readonly<Record<string, EventFacts>>
  /** What events can be about. */
  readonly subjects?: readonly string[]
  /** The groups of calls in the document, with their descriptions. */
  readonly tags?: Readonly<Record<string, string>>
}

/**
 * The types of the {@link NameSet}s that an application registers, by declaration merging. The values are given to the plugin with the option
 * `names`.
 *
 * @example
 * const STAFF_NAMES = { scopes: ['staff:read'] } as const satisfies NameSet
 * declare module '@entrepot/marketplace' {
 *   interface RegisteredNames {
 *     staff: typeof STAFF_NAMES
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: parts of an application add to it
export interface RegisteredNames {}

type Registered = RegisteredNames[keyof RegisteredNames]
type KeysIn<Set, Part extends string> = Set extends { readonly [Key in Part]: infer Names }
  ? Extract<keyof Names, string>
  : never
type ItemsIn<Set, Part extends string> = Set extends {
  readonly [Key in Part]: readonly (infer Name)[]
}
  ? Extract<Name, string>
  : never

/** The codes that are registered. */
export type RegisteredProblem = KeysIn<Registered, 'problems'>

/** The scopes that are registered. */
export type RegisteredScope = ItemsIn<Registered, 'scopes'>

/** The type of an event. */
export type EventType = KeysIn<Registered, 'events'>

/** What an event can be about. The events of a record of fulfilment are about its order. */
export type SubjectKind = ItemsIn<Registered, 'subjects'>
