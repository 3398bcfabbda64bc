import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a pool and PostgreSQL that fails on demand. */
export interface CuttingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Connections that were cut. */
  readonly cuts: number
  /**
   * Cuts a connection within every answer whose number `isCut` picks: the first bytes arrive, and then nothing more. Answers are
   * counted over all connections, from 1.
   */
  cutAnswers(isCut: (number: number) => boolean): void
  /** From now on no byte passes, in either direction, on the connections that there are; new ones work. */
  fallSilent(): void
  /** Ends all connections and refuses new ones. */
  close(): Promise<void>
  /** Accepts connections again, at the same port. */
  reopen(): Promise<void>
}

/** Starts a proxy in front of a database. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let answers = 0
  let cuts = 0
  let mustCut: (number: number) => boolean = () => false

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) {
      // A cut connection is reset for both ends.
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
    near.on('data', (chunk) => far.write(chunk))
    far.on('data', (chunk) => {
      answers += 1
      if (mustCut(answers)) {
        cuts += 1
        // Elsewhere each time: within a message, and between two.
        near.end(chunk.subarray(0, (answers * 7_919) % chunk.length))
        far.destroy()
      } else {
        near.write(chunk)
      }
    })
  })
  await listen(server, 0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    get cuts() {
      return cuts
    },
    cutAnswers: (isCut) => {
      mustCut = isCut
    },
    fallSilent() {
      for (const socket of [...pairs].flat()) socket.removeAllListeners('data').pause()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of [...pairs].flat()) socket.destroy()
      await closed
    },
    reopen: async () => await listen(server, Number(url.port)),
  }
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
