import type { Actor } from '@entrepot/marketplace'

/** An actor as rows keep it: without the request in which it acted. */
export function storedActor({ requestId: _, ...actor }: Actor): Actor {
  return actor
}
