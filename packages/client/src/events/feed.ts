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
  /** Is called when the stream is open: first, and after each interruption. */
  onOpen?(): void
  /** Is told why the stream was interrupted. It is opened again. */
  onInterruption?(error: unknown): void
}

/**
 * The events of the hub, in the order in which they were committed. An event can come again after an interruption, so process each `Id`
 * once. None is skipped.
 */
export interface EventFeed extends AsyncIterable<HubEvent> {
  /** After which everything is processed that the loop has got so far. Store it with what you have processed, and pass it as `after`. */
  readonly cursor: string | undefined
}
