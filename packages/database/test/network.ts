/** A network between a pool and PostgreSQL that can fail in the ways that networks do. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** A connection through the network. */
interface Link {
  readonly client: Socket
  readonly server: Socket
  isSilent: boolean
  /** How many bytes of answers pass before the connection is cut. */
  allowance: number
  /** Ends when all answers so far are passed on. */
  passing: Promise<void>
}

/** A network that passes everything on until it is told otherwise. */
export class Network {
  readonly #links = new Set<Link>()
  #isSilent = false
  #isSplitting = false
  #allowance: () => number = () => Number.POSITIVE_INFINITY
  /** The URL of the database through the network. */
  url = ''
  /** How many connections were cut in the middle of an answer. */
  cuts = 0

  /** From now on connections that are open pass nothing on in either direction, and close nothing. */
  silenceOpen(): void {
    for (const link of this.#links) link.isSilent = true
  }

  /** The same for connections that are opened later. */
  silenceNew(isSilent: boolean): void {
    this.#isSilent = isSilent
  }

  /** Cuts each new connection after some bytes of answers. */
  cutAfter(allowance: () => number): void {
    this.#allowance = allowance
  }

  /** From now on, answers are passed on byte by byte. */
  splitAnswers(): void {
    this.#isSplitting = true
  }

  /** @internal */
  join(client: Socket, server: Socket): void {
    const limits = { isSilent: this.#isSilent, allowance: this.#allowance() }
    const link = { client, server, ...limits, passing: Promise.resolve() }
    client.setNoDelay()
    this.#links.add(link)
    client.on('data', (bytes) => void (link.isSilent || server.write(bytes)))
    server.on('data', (bytes) => this.#answer(link, bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        this.#links.delete(link)
        if (!link.isSilent) other.destroy()
      })
    }
  }

  /** @internal */
  end(): void {
    for (const { client, server } of this.#links) {
      client.destroy()
      server.destroy()
    }
  }

  #answer(link: Link, bytes: Buffer): void {
    if (link.isSilent) return
    const passed = bytes.subarray(0, link.allowance)
    link.allowance -= passed.length
    if (this.#isSplitting) link.passing = link.passing.then(async () => await split(link, passed))
    else link.client.write(passed)
    if (passed.length === bytes.length) return
    this.cuts += 1
    link.client.destroySoon()
    link.server.destroy()
  }
}

async function split({ client }: Link, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    client.write(Buffer.of(byte))
    await setImmediate()
  }
}

/** Puts a network before the database of `url`, for as long as the test runs. */
export async function networkTo(url: string): Promise<Network> {
  const { hostname, port } = new URL(url)
  const network = new Network()
  const server = createServer((client) => network.join(client, connect(Number(port), hostname)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    network.end()
    server.close()
  })
  const address = new URL(url)
  address.port = String((server.address() as AddressInfo).port)
  network.url = address.href
  return network
}
