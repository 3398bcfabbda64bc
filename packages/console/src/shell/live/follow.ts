/** Follows the events of the hub while the window is visible. */
import type { Client, EventFeed, HubEvent } from '@entrepot/client'

/** State of the connection: `ended` until {@link Following.start} is called again. */
export type LiveState = 'live' | 'lost' | 'ended'

/** After a pause of this many milliseconds everything is read again, instead of the events since then. */
const LONG_PAUSE_MS = 300_000

/** What {@link followEvents} needs. */
export interface FollowOptions {
  readonly client: Client
  /** The position after which the events are followed. The displayed data was read after it. */
  readonly after: string | undefined
  /** When `after` was read, in milliseconds since 1970. */
  readonly readAt: number
  readonly onEvent: (event: HubEvent) => void
  /** Called when events may have been missed, so that everything has to be read again. */
  readonly onGap: () => void
  readonly onState: (state: LiveState, error?: unknown) => void
}

/** Events that are followed between `start` and `stop`. */
export interface Following {
  start(): void
  stop(): void
}

/** Reads the position after the latest event. */
export async function readLatest(client: Client, signal?: AbortSignal): Promise<string> {
  const { headers } = await client.request('listEvents', { after: 'latest' }, { signal })
  return headers['entrepot-cursor']?.[0] ?? ''
}

/** Follows events. After a short stop it continues at its last position, so that no event is missed. */
export function followEvents(options: FollowOptions): Following {
  const { client, onEvent, onGap, onState } = options
  let { after, readAt: stoppedAt } = options
  let connection: AbortController | undefined
  let feed: EventFeed | undefined

  async function follow(own: AbortController): Promise<void> {
    const { signal } = own
    const isLong = after === undefined || Date.now() - stoppedAt > LONG_PAUSE_MS
    let hasGap = isLong
    feed = client.events({
      // Without a position, the stream begins now.
      ...(!isLong && { after }),
      signal,
      onOpen() {
        if (signal.aborted) return
        onState('live')
        if (hasGap) onGap()
        hasGap = false
      },
      onInterruption() {
        // Without a position, the next stream begins later than this one has ended.
        hasGap ||= feed?.cursor === undefined
        if (!signal.aborted) onState('lost')
      },
    })
    for await (const event of feed) if (!signal.aborted) onEvent(event)
  }

  function stop(): void {
    if (connection === undefined) return
    connection.abort()
    connection = undefined
    after = feed?.cursor
    stoppedAt = Date.now()
  }

  return {
    start() {
      if (connection !== undefined) return
      const own = new AbortController()
      connection = own
      follow(own).catch((error: unknown) => {
        if (own.signal.aborted) return
        stop()
        // The hub may have refused the position.
        after = undefined
        onState('ended', error)
      })
    },
    stop,
  }
}
