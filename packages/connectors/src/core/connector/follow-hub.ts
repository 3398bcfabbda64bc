/** Follows the events of the hub, so that what happens there is carried over at once. A lost event costs one interval. */
import type { Client } from '@entrepot/client'

/** What wakes connections. */
const TYPES = [
  ...['connection.*', 'order.*', 'shipment.*', 'cancellation.*', 'return.*'],
  ...['products.changed', 'sync.pending', 'stock.counted'],
]

/** Events after which the list of connections is another one. */
const LISTED: ReadonlySet<string> = new Set(['connection.created', 'connection.deleted'])

/** Events of connections that connectors cause themselves. */
const OWN: ReadonlySet<string> = new Set(['connection.failing', 'connection.recovered'])

export interface FollowHooks {
  /** Wakes a connection, or without an id all that the key serves. */
  wake(connectionId: number | undefined): void
  /** Has the list of connections read again. */
  discover(): void
  /** Called if the hub refuses the stream for good. */
  onEnd(error: unknown): void
}

/** Follows the events until the signal is aborted. */
export async function followHub(
  client: Pick<Client, 'events'>,
  signal: AbortSignal,
  { wake, discover, onEnd }: FollowHooks,
): Promise<void> {
  try {
    // What happened before the stream was open, or while it was not, is read once it is.
    const onOpen = () => {
      discover()
      wake(undefined)
    }
    for await (const { Type, Subject } of client.events({ types: TYPES, signal, onOpen })) {
      if (OWN.has(Type)) continue
      if (LISTED.has(Type)) discover()
      const kind = (Subject as { Kind?: string } | null)?.Kind
      if (kind !== 'connection') wake(undefined)
      else wake(Number((Subject as { Id?: string } | null)?.Id))
    }
  } catch (error) {
    if (!signal.aborted) onEnd(error)
  }
}
