/** Clients of the stream in the model of events: each goes from node to node, and continues with the id of the last message. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@entrepot/test-support/random'
import { createParser } from 'eventsource-parser'
import type { Nodes } from './nodes.ts'

/** Probability that a client leaves after a message, while its node still runs. */
const LEAVES = 0.02

/** If no event comes for so long, none will: a node takes a few seconds to start, and looks at the log each second. */
const STALLED_MS = 60_000

/** A running client. */
export interface Follower {
  /** The ids of the events that it has got. */
  readonly received: ReadonlySet<string>
  /** How often it has connected. */
  readonly connections: number
}

/** Running clients. */
export interface Followers {
  readonly all: readonly Follower[]
  /** Waits until each has got these events, or nothing happens any more. Returns what is missing. */
  waitFor(eventIds: readonly string[]): Promise<readonly string[]>
  stop(): Promise<void>
}

/** Starts clients, and waits until each is connected. */
export async function startFollowers(
  nodes: Nodes,
  random: Random,
  key: string,
  count: number,
): Promise<Followers> {
  const stopping = new AbortController()
  const all = Array.from({ length: count }, () => new StreamFollower(nodes, random, key))
  const done = all.map(async (one) => await one.run(stopping.signal))
  await Promise.all(all.map(({ connected }) => connected))
  const missing = (ids: readonly string[]) =>
    all.flatMap(({ received }, index) =>
      ids.filter((id) => !received.has(id)).map((id) => `stream ${index} has not got ${id}`),
    )
  return {
    all,
    async waitFor(ids) {
      let [left, leftAt] = [Number.POSITIVE_INFINITY, performance.now()]
      for (;;) {
        const found = missing(ids)
        if (found.length < left) [left, leftAt] = [found.length, performance.now()]
        if (found.length === 0 || performance.now() - leftAt > STALLED_MS) return found
        await delay(50)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(done)
    },
  }
}

class StreamFollower implements Follower {
  readonly #nodes: Nodes
  readonly #random: Random
  readonly #key: string
  readonly #connected = Promise.withResolvers<void>()
  readonly received = new Set<string>()
  connections = 0
  #cursor: string | undefined

  constructor(nodes: Nodes, random: Random, key: string) {
    this.#nodes = nodes
    this.#random = random
    this.#key = key
  }

  /** Resolves when it has a cursor: from then on it must get each event. */
  get connected(): Promise<void> {
    return this.#connected.promise
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const url = await this.#nodes.anyUrl(this.#random)
      // What ends a connection does not matter: the next one continues.
      await this.#read(url, signal).catch(() => undefined)
      await delay(20)
    }
  }

  async #read(url: string, signal: AbortSignal): Promise<void> {
    const leaving = new AbortController()
    const { body, ok } = await fetch(`${url}/v2/events/stream?types=order.*,shipment.*`, {
      headers: {
        'x-api-key': this.#key,
        ...(this.#cursor !== undefined && { 'last-event-id': this.#cursor }),
      },
      signal: AbortSignal.any([signal, leaving.signal]),
    })
    if (!ok || body === null) return
    this.connections += 1
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (event === undefined) this.received.add(JSON.parse(data).Id)
        if (id === undefined) return
        this.#cursor = id
        this.#connected.resolve()
        if (this.#random.chance(LEAVES)) leaving.abort()
      },
    })
    for await (const text of body.pipeThrough(new TextDecoderStream())) parser.feed(text)
  }
}
