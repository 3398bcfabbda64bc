/** A TCP proxy between a hub and PostgreSQL that breaks connections like real networks. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How new connections are treated. `drop`: accepted and never answered. `refuse`: reset immediately. */
type Admission = 'pass' | 'drop' | 'refuse'

/** A running proxy. */
export interface FaultyLink {
  readonly port: number
  /** Number of connections. */
  readonly connections: number
  /** Number of new connections that were accepted and are never answered. */
  readonly held: number
  /**
   * Breaks the next `count` connections that receive an answer, within that answer: `keep(length)` bytes of it are still passed on.
   * Resolves when they are broken, or after `waitMs`, with the number of broken connections.
   */
  cutAnswers(count: number, keep: (length: number) => number, waitMs: number): Promise<number>
  /** Resets up to `count` connections on both sides. Returns the number. */
  reset(count: number): number
  /** Stops all bytes in both directions, and applies `admission` to new connections. Bytes that are sent meanwhile are kept. */
  stall(admission: Admission): void
  /** Passes on the kept bytes, and accepts new connections. */
  resume(): void
  /**
   * Makes every connection a dead one: the server sees a reset, and the hub sees nothing. `admission` applies to new connections until
   * {@link FaultyLink.resume}.
   */
  abandon(admission: Admission): number
  /** Applies `admission` to new connections. Existing ones continue. */
  admit(admission: Admission): void
  close(): Promise<void>
}

interface Pair {
  readonly hub: Socket
  readonly server: Socket
  isDead: boolean
  isStalled: boolean
  onAnswer?: ((chunk: Buffer) => void) | undefined
}

/**
 * Starts a proxy to a port of this machine.
 *
 * @example
 * const link = await startLink(5432)
 * link.reset(1)
 */
export async function startLink(target: number): Promise<FaultyLink> {
  const pairs = new Set<Pair>()
  const dropped = new Set<Socket>()
  let admission: Admission = 'pass'
  let isStalled = false
  const listener = createServer({ noDelay: true }, (hub) => {
    hub.on('error', () => {})
    if (admission === 'refuse') hub.resetAndDestroy()
    else if (admission === 'drop') hold(hub, dropped)
    else {
      const pair = join(hub, target, pairs)
      if (isStalled) pause(pair)
    }
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const alive = () => [...pairs].filter((pair) => !pair.isDead)
  const forget = () => {
    for (const socket of dropped) socket.destroy()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return alive().length
    },
    get held() {
      return dropped.size
    },
    cutAnswers: async (count, keep, waitMs) => await cutAnswers(alive(), count, keep, waitMs),
    reset(count) {
      const chosen = alive().slice(0, count)
      for (const pair of chosen) destroy(pair)
      return chosen.length
    },
    stall(next) {
      admission = next
      isStalled = true
      for (const pair of alive()) pause(pair)
    },
    resume() {
      admission = 'pass'
      isStalled = false
      for (const pair of alive()) unpause(pair)
      forget()
    },
    abandon(next) {
      admission = next
      const chosen = alive()
      for (const pair of chosen) kill(pair)
      return chosen.length
    },
    admit(next) {
      admission = next
      if (next === 'pass') forget()
    },
    async close() {
      for (const pair of pairs) destroy(pair)
      forget()
      listener.close()
      await once(listener, 'close')
    },
  }
}

function hold(socket: Socket, among: Set<Socket>): void {
  among.add(socket)
  socket.once('close', () => among.delete(socket))
  socket.resume()
}

function join(hub: Socket, target: number, pairs: Set<Pair>): Pair {
  const server = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: false })
  const pair: Pair = { hub, server, isDead: false, isStalled: false }
  pairs.add(pair)
  server.on('error', () => {})
  hub.on('data', (chunk) => {
    if (!pair.isDead && !server.write(chunk)) hub.pause()
  })
  const go = (socket: Socket) => !pair.isStalled && socket.resume()
  server.on('drain', () => go(hub))
  server.on('data', (chunk) => {
    if (pair.isDead) return
    if (pair.onAnswer) pair.onAnswer(chunk)
    else if (!hub.write(chunk)) server.pause()
  })
  hub.on('drain', () => go(server))
  hub.on('close', () => {
    pairs.delete(pair)
    server.destroy()
  })
  server.on('close', () => {
    if (!pair.isDead) hub.destroySoon()
  })
  return pair
}

function pause(pair: Pair): void {
  pair.isStalled = true
  pair.hub.pause()
  pair.server.pause()
}

function unpause(pair: Pair): void {
  pair.isStalled = false
  pair.hub.resume()
  pair.server.resume()
}

function destroy({ hub, server }: Pair): void {
  hub.resetAndDestroy()
  server.resetAndDestroy()
}

/** The side of the hub stays open without data. */
function kill(pair: Pair): void {
  pair.isDead = true
  pair.server.resetAndDestroy()
  pair.hub.resume()
}

async function cutAnswers(
  pairs: readonly Pair[],
  count: number,
  keep: (length: number) => number,
  waitMs: number,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, waitMs)
  let died = 0
  for (const pair of pairs) {
    pair.onAnswer = (chunk) => {
      died += 1
      pair.isDead = true
      pair.hub.end(chunk.subarray(0, keep(chunk.length)))
      pair.server.resetAndDestroy()
      if (died >= Math.min(count, pairs.length)) disarm()
    }
  }
  const disarm = () => {
    for (const pair of pairs) pair.onAnswer = undefined
    resolve()
  }
  await promise
  clearTimeout(timer)
  disarm()
  return died
}
