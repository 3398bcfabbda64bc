/** The nodes of the model of events: two processes that are killed and started again. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Random } from '@entrepot/test-support/random'

const SCRIPT = fileURLToPath(new URL('./node.ts', import.meta.url))

/** A node that is kept running. */
class Node {
  readonly #databaseUrl: string
  #child: ChildProcess | undefined
  #shift = 0
  #leaseId = randomUUID()
  /** Undefined while it does not run. */
  url: string | undefined

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** Starts it, as often as PostgreSQL makes that necessary. */
  async start(): Promise<void> {
    while (this.url === undefined) {
      const child = fork(SCRIPT, [this.#databaseUrl, this.#leaseId], {
        execArgv: ['--conditions=@entrepot/source'],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      const ended = new AbortController()
      child.once('exit', () => ended.abort())
      const ready = once(child, 'message', { signal: ended.signal }).catch(() => [undefined])
      const [url] = (await ready) as [string | undefined]
      if (url === undefined) {
        await delay(100)
        continue
      }
      this.#child = child
      this.url = url
      child.send(this.#shift)
    }
  }

  /** Returns the id of its leases. The next process has another one. */
  async kill(): Promise<string> {
    const [child, leaseId] = [this.#child, this.#leaseId]
    this.url = undefined
    this.#child = undefined
    this.#leaseId = randomUUID()
    if (child === undefined) return leaseId
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    return leaseId
  }

  shiftTo(milliseconds: number): void {
    this.#shift = milliseconds
    this.#child?.send(milliseconds, () => {})
  }
}

/** Both nodes. */
export interface Nodes {
  /** The address of a node that runs, and of which no call is known to fail. */
  anyUrl(random: Random): Promise<string>
  /** Kills one and starts it again. Returns the id of the leases that it had. */
  replace(index: number): Promise<string>
  /** Moves the clocks of the deliveries. */
  shiftTo(milliseconds: number): void
  stop(): Promise<void>
}

/** Starts two nodes over a database. */
export async function startNodes(databaseUrl: string): Promise<Nodes> {
  const nodes = [new Node(databaseUrl), new Node(databaseUrl)]
  await Promise.all(nodes.map((node) => node.start()))
  return {
    async anyUrl(random) {
      for (;;) {
        const url = random.pick(nodes).url
        if (url !== undefined) return url
        await delay(20)
      }
    },
    async replace(index) {
      const node = nodes[index % nodes.length] as Node
      const leaseId = await node.kill()
      await node.start()
      return leaseId
    },
    shiftTo: (milliseconds) => {
      for (const node of nodes) node.shiftTo(milliseconds)
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()))
    },
  }
}
