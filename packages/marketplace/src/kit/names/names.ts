/** All names of an API in one place, for validation, access and the document. */
import type { FastifyInstance } from 'fastify'
import { type KeyKind, SCOPES, type Scope } from '../principals/scopes.ts'
import { PROBLEMS, type ProblemCode } from '../shared/errors.ts'
import type { EventFacts, EventType, NameSet, ProblemFacts, SubjectKind } from '../shared/names.ts'

/** The names of an API. */
export interface Names {
  readonly problems: Readonly<Record<ProblemCode, ProblemFacts>>
  /** All scopes of each kind of principal. */
  readonly scopes: Readonly<Record<KeyKind, readonly Scope[]>>
  readonly events: Readonly<Record<EventType, EventFacts>>
  readonly eventTypes: readonly EventType[]
  readonly subjects: readonly SubjectKind[]
  readonly tags: Readonly<Record<string, string>>
}

/**
 * Joins the names of all parts of an API with those that every API has.
 *
 * @throws Error if two parts have the same name
 */
export function joinNames(sets: readonly NameSet[]): Names {
  const events = joinTables(sets.map((set) => set.events))
  return {
    problems: joinTables([PROBLEMS, ...sets.map((set) => set.problems)]) as Names['problems'],
    scopes: {
      merchant: [...SCOPES.merchant, ...sets.flatMap(({ scopes = [] }) => scopes as Scope[])],
      channel: SCOPES.channel,
    },
    events: events as Names['events'],
    eventTypes: Object.keys(events) as EventType[],
    subjects: sets.flatMap(({ subjects = [] }) => subjects as SubjectKind[]),
    tags: joinTables(sets.map((set) => set.tags)),
  }
}

function joinTables<T>(
  tables: readonly (Readonly<Record<string, T>> | undefined)[],
): Readonly<Record<string, T>> {
  const joined = new Map<string, T>()
  for (const [name, facts] of tables.flatMap((table) => Object.entries(table ?? {}))) {
    if (joined.has(name)) throw new Error(`The name ${name} is registered twice.`)
    joined.set(name, facts)
  }
  return Object.fromEntries(joined)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Only inside of the plugin of the API. */
    namesOfApi?: Names
  }
}

const COMMON = joinNames([])

/** Gives an instance and its children their names. */
export function useNames(fastify: FastifyInstance, names: Names): void {
  fastify.decorate('namesOfApi', names)
}

/** The names of an instance; outside of the plugin of the API, those that every API has. */
export function namesOf(fastify: FastifyInstance): Names {
  return fastify.namesOfApi ?? COMMON
}
