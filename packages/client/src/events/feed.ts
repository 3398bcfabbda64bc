import type { Schemas } from '../types.ts'

/** An event of the log of the hub. */
export type HubEvent = Schemas['Event']

/** Options of `client.events`. */
export interface EventsOptions {
  /** Types or patterns such as `order.*`. @default all */
  readonly types?: readonly string[] | undefined
  /** Only the events about one record: its kind and id, such as `order:7`. */
  readonly subject?: string | undefined
  /** The `cursor` of an earlier loop, to get everything since. @default events from now on */
  readonly after?: string | undefined
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined
  /** Called when the stream was opened, also after each interruption. */
  onOpen?(): void
  /** Called with the reason when the stream was interrupted, before it is opened again. */
  onInterruption?(error: unknown): void
}

/**
 * The events of the hub, in the order in which they were committed. No event is skipped, but an event can be delivered again after an
 * interruption: process each `Id` once.
 */
export interface EventFeed extends AsyncIterable<HubEvent> {
  /** The position after the last event that the loop has received. Store it with what you have processed, and pass it as `after`. */
  readonly cursor: string | undefined
}
