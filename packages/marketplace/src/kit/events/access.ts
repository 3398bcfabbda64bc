/** Which events a principal may read, and what a request selects of them. */
import type { Principal, Requirement } from '../principals/principal.ts'
import type { Scope } from '../principals/scopes.ts'
import { type Refusal, refuseFaults } from '../shared/errors.ts'
import { decodeEventCursor } from './cursor.ts'
import type { EventRange } from './read.ts'
import type { EventsQuery } from './schema.ts'
import {
  EVENT_TYPES,
  type EventType,
  SUBJECT_KINDS,
  type SubjectKind,
  typesFor,
  typesMatching,
} from './types.ts'

/** One of the scopes is needed to read events of a kind, as it is to read the records themselves. */
const SCOPES_OF: Readonly<Record<string, readonly Scope[]>> = {
  order: ['orders:read'],
  shipment: ['fulfilment:read'],
  cancellation: ['fulfilment:read'],
  backorder: ['fulfilment:read'],
  return: ['fulfilment:read'],
  products: ['products:read'],
  sync: ['products:sync', 'offers:sync'],
  channel: ['channels:read', 'products:sync', 'offers:sync'],
  key: ['keys:read'],
  member: ['members:read'],
  webhook: ['webhooks:read'],
  agent: ['agents:read'],
}

/** Who may read events: whoever may read the records of at least one kind. */
export const READ_EVENTS = [
  {
    kind: 'merchant',
    scope: [
      'orders:read',
      'fulfilment:read',
      'products:read',
      'channels:read',
      'keys:read',
      'members:read',
      'webhooks:read',
      'agents:read',
    ],
  },
  { kind: 'channel', scope: ['orders:read', 'fulfilment:read', 'products:sync', 'offers:sync'] },
] as const satisfies readonly Requirement[]

/** The types of events that a principal may read. */
export function readableTypes({
  kind,
  scopes,
}: Pick<Principal, 'kind' | 'scopes'>): readonly EventType[] {
  return typesFor(kind).filter((type) =>
    SCOPES_OF[type.split('.')[0] as string]?.some((scope) => scopes.includes(scope)),
  )
}

/**
 * Returns which events a request selects, as far as the principal may read them.
 *
 * @returns a refusal if a type or the subject is unknown, or the cursor is malformed. `latest` is passed on as `cursor`.
 */
export function rangeOf(
  principal: Principal,
  query: Pick<EventsQuery, 'types' | 'subject' | 'after'>,
): Omit<EventRange, 'limit'> | Refusal {
  const readable = new Set(readableTypes(principal))
  const patterns = query.types?.split(',') ?? ['*']
  const unknown = patterns.find((pattern) => typesMatching(pattern).length === 0)
  if (unknown !== undefined) {
    const message = `names ${JSON.stringify(unknown)}, which is no type of events: they are ${EVENT_TYPES.join(', ')}`
    return refuseFaults([{ path: '/types', message }])
  }
  const subject = query.subject === undefined ? undefined : parseSubject(query.subject)
  if (query.subject !== undefined && subject === undefined) {
    const message = `must be one of ${SUBJECT_KINDS.join(', ')}, a colon and an Id, such as order:17`
    return refuseFaults([{ path: '/subject', message }])
  }
  if (!isCursor(query.after)) {
    const message = 'must be Entrepot-Cursor of an earlier answer, or latest'
    return refuseFaults([{ path: '/after', message }])
  }
  return {
    cursor: query.after,
    types: patterns.flatMap(typesMatching).filter((type) => readable.has(type)),
    subject,
    channelId: principal.channel?.channelId,
  }
}

function isCursor(after: string | undefined): boolean {
  return after === undefined || after === 'latest' || decodeEventCursor(after) !== undefined
}

function parseSubject(text: string): { kind: SubjectKind; id: string } | undefined {
  const [, name, id] = /^([a-z]+):(.+)$/.exec(text) ?? []
  const kind = SUBJECT_KINDS.find((one) => one === name)
  return kind === undefined || id === undefined ? undefined : { kind, id }
}
