/**
 * Notifies a node when the log of a customer has grown: at once by its own commits, and by those of other nodes through one throttled
 * notification of PostgreSQL. Writes themselves notify nobody, because `NOTIFY` makes commits wait for each other.
 */
import { randomUUID } from 'node:crypto'
import { type Connection, type Database, type Listening, listen } from '@entrepot/database'
import { listenToCommits } from '../notifier.ts'
import { CHANNEL, notifyNodes } from './relay-store.ts'

/** Least time between two notifications of a node in milliseconds. */
const ANNOUNCE_MS = 200

/** Time between two looks without a notification: while notifications arrive, and while they do not. */
const LOOK_MS = { listening: 5_000, polling: 1_000 }

/** Most ids in a notification, whose text is limited to 8,000 bytes. With more, all listeners look. */
const MAX_IDS = 300

/** Is called with the id of a customer whose log may have grown; undefined stands for every customer. */
export type RelayListener = (customerId: string | undefined) => void

/** The relay of a node. */
export interface Relay {
  /** Calls the listener until the returned function is called. Only while there are listeners, the node listens to others. */
  listen(listener: RelayListener): () => void
  /** Ends the connection. */
  close(): Promise<void>
}

/** Creates the relay of a node. */
export function createRelay(database: Database, lookMs = LOOK_MS): Relay {
  const listeners = new Set<RelayListener>()
  const node = randomUUID()
  const notify = (customerId: string | undefined) => {
    for (const listener of listeners) listener(customerId)
  }
  const announcer = createAnnouncer(async (ids) => {
    const list = ids.length > MAX_IDS ? '*' : ids.join(',')
    await notifyNodes(database, `${node} ${list}`)
  })
  const stopListening = listenToCommits(database, (customerId) => {
    notify(customerId)
    announcer.add(customerId)
  })
  let subscription: Subscription | undefined
  return {
    listen(listener) {
      listeners.add(listener)
      subscription ??= subscribe(database, node, notify, lookMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        void subscription?.close()
        subscription = undefined
      }
    },
    async close() {
      stopListening()
      announcer.close()
      await subscription?.close()
    },
  }
}

/** Receives the notifications of other nodes. */
interface Subscription {
  close(): Promise<void>
}

function subscribe(
  database: Database,
  node: string,
  notify: RelayListener,
  lookMs: typeof LOOK_MS,
): Subscription {
  const listening: Listening = listen(database, CHANNEL, {
    onListening: () => notify(undefined),
    onNotification: (payload) => {
      const [sender, list = ''] = payload.split(' ')
      if (sender === node) return
      for (const id of list === '*' ? [undefined] : list.split(',')) notify(id)
    },
  })
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const wait = listening.isActive ? lookMs.listening : lookMs.polling
    if (performance.now() - lookedAt < wait) return
    lookedAt = performance.now()
    notify(undefined)
  }, lookMs.polling / 2).unref()
  return {
    async close() {
      clearInterval(timer)
      await listening.stop()
    },
  }
}

/**
 * Makes all nodes look at all logs, after the commit of a program that is no node, such as a command. They look within a few seconds
 * anyway.
 */
export async function announceToNodes(connection: Connection): Promise<void> {
  await notifyNodes(connection, 'command *')
}

/** Sends the first id at once, and those that follow together. A lost notification costs time only: the other nodes look themselves. */
function createAnnouncer(send: (ids: readonly string[]) => Promise<void>) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    if (waiting.size === 0) return
    const ids = [...waiting]
    waiting.clear()
    timer = setTimeout(flush, ANNOUNCE_MS).unref()
    send(ids).catch(() => undefined)
  }
  return {
    add(customerId: string): void {
      waiting.add(customerId)
      if (timer === undefined) flush()
    },
    close: () => clearTimeout(timer),
  }
}
