/** Which events a principal may read, and what a request selects of them. */
import type { Names } from '../names/names.ts'
import type { Principal, Requirement } from '../principals/principal.ts'
import { DEFAULT_SCOPES, type Scope } from '../principals/scopes.ts'
import { type Refusal, refuseIssues } from '../shared/errors.ts'
import type { EventType, SubjectKind } from '../shared/names.ts'
import { decodeEventCursor } from './cursor.ts'
import type { EventRange } from './read-store.ts'
import type { EventsQuery } from './schema.ts'
import { typesFor, typesMatching } from './types.ts'

/** Who may read events: whoever may read the records of at least one kind. The webhooks of a channel are not enough for it. */
export function readersOf(names: Names): readonly Requirement[] {
  const { scopes, events } = names
  const reading = (kind: Requirement['kind'], own: readonly Scope[]) => {
    const wanted = new Set(typesFor(names, kind).flatMap((type) => events[type].scopes))
    return { kind, scope: [...wanted].filter((scope) => own.includes(scope as Scope)) as Scope[] }
  }
  return [reading('merchant', scopes.merchant), reading('channel', DEFAULT_SCOPES.channel)]
}

/** The types of events that a principal may read. */
export function readableTypes(
  names: Names,
  { kind, scopes }: Pick<Principal, 'kind' | 'scopes'>,
): readonly EventType[] {
  return typesFor(names, kind).filter((type) =>
    names.events[type].scopes.some((scope) => scopes.includes(scope as Scope)),
  )
}

/**
 * Returns which events a request selects, as far as the principal may read them.
 *
 * @returns a refusal if a type or the subject is unknown, or the cursor is malformed. `latest` is passed on as `cursor`.
 */
export function rangeOf(
  names: Names,
  principal: Principal,
  query: Pick<EventsQuery, 'types' | 'subject' | 'after' | 'actor' | 'person'>,
): Omit<EventRange, 'limit'> | Refusal {
  const readable = new Set(readableTypes(names, principal))
  const patterns = query.types?.split(',') ?? ['*']
  const unknown = patterns.find((pattern) => typesMatching(names, pattern).length === 0)
  if (unknown !== undefined) {
    const message = `names ${JSON.stringify(unknown)}, which is no type of events: they are ${names.eventTypes.join(', ')}`
    return refuseIssues([{ path: '/types', message }])
  }
  const subject = query.subject === undefined ? undefined : parseSubject(names, query.subject)
  if (query.subject !== undefined && subject === undefined) {
    const message = `must be one of ${names.subjects.join(', ')}, a colon and an Id, such as order:17`
    return refuseIssues([{ path: '/subject', message }])
  }
  const { actor, person } = query
  // Who acts for the merchant is not shown to channels.
  if (actor !== undefined && principal.channel !== null) {
    return refuseIssues([{ path: '/actor', message: 'is for keys of the merchant' }])
  }
  if (person !== undefined && actor === undefined) {
    return refuseIssues([{ path: '/person', message: 'needs actor: the agent that acted for it' }])
  }
  if (!isCursor(query.after)) {
    const message = 'must be Entrepot-Cursor of an earlier answer, or latest'
    return refuseIssues([{ path: '/after', message }])
  }
  return {
    cursor: query.after,
    types: patterns
      .flatMap((pattern) => typesMatching(names, pattern))
      .filter((type) => readable.has(type)),
    subject,
    agent: actor === undefined ? undefined : { clientId: actor, personId: person },
    channelId: principal.channel?.channelId,
  }
}

function isCursor(after: string | undefined): boolean {
  return after === undefined || after === 'latest' || decodeEventCursor(after) !== undefined
}

function parseSubject(
  { subjects }: Names,
  text: string,
): { kind: SubjectKind; id: string } | undefined {
  const [, name, id] = /^([a-z]+):(.+)$/.exec(text) ?? []
  const kind = subjects.find((one) => one === name)
  return kind === undefined || id === undefined ? undefined : { kind, id }
}
