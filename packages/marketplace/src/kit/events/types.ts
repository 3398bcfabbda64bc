/** Which types of events readers see. */
import type { Names } from '../names/names.ts'
import type { EventType } from '../shared/names.ts'

/** The types that a channel sees of the events that concern it, or that a merchant sees. */
export function typesFor(
  { eventTypes, events }: Names,
  reader: 'merchant' | 'channel',
): readonly EventType[] {
  return eventTypes.filter((type) => ['both', reader].includes(events[type].audience))
}

/**
 * Returns the types that a pattern names: a type, the types of a kind such as `order.*`, or all with `*`. None if there is no such type.
 */
export function typesMatching({ eventTypes }: Names, pattern: string): readonly EventType[] {
  if (pattern === '*') return eventTypes
  if (!pattern.endsWith('.*')) return eventTypes.filter((type) => type === pattern)
  return eventTypes.filter((type) => type.startsWith(pattern.slice(0, -1)))
}
