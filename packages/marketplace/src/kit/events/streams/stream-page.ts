/** What streams of events send: server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Pure. */

/** Reads as this channel, or as the merchant. */
export type Recipient = number | undefined

/** An event of the log that can be sent to several streams. */
export interface StreamItem<Event> {
  readonly eventId: string
  readonly event: Event
  /** The event as JSON, made once for all streams with the same recipient. */
  readonly text: (recipient: Recipient) => string
}

/** A part of the log, in commit order. */
export interface StreamPage<Event> {
  readonly items: readonly StreamItem<Event>[]
  /** The cursor after it. */
  readonly next: string
  /** Whether nothing followed when it was read. */
  readonly isLast: boolean
}

/** Makes an item whose texts are made when the first stream needs them. */
export function toItem<Event>(
  eventId: string,
  event: Event,
  format: (event: Event, recipient: Recipient) => object,
): StreamItem<Event> {
  const texts = new Map<Recipient, string>()
  return {
    eventId,
    event,
    text(recipient) {
      const text = texts.get(recipient) ?? JSON.stringify(format(event, recipient))
      texts.set(recipient, text)
      return text
    },
  }
}

/**
 * Formats the events of a page. Only the last one has an id, the cursor after the page: a client that is cut off within a page gets the
 * page again.
 */
export function formatPage(texts: readonly string[], next: string): string {
  return texts
    .map((text, index) => `${index === texts.length - 1 ? `id: ${next}\n` : ''}data: ${text}\n\n`)
    .join('')
}

/** Moves the cursor of the client without an event of the log. It has a name, so that clients do not take it for one. */
export function formatCursor(cursor: string): string {
  return `event: cursor\nid: ${cursor}\ndata:\n\n`
}

/** Shows that the connection works. Clients ignore it. */
export const HEARTBEAT = ': \n\n'

/** Tells the client when to connect again, in milliseconds. */
export function formatRetry(milliseconds: number): string {
  return `retry: ${Math.round(milliseconds)}\n\n`
}
