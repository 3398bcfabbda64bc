/** A load balancer as it is usually set up: asks every half second who is ready, and tries another one only when refused. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_MS = 500

export interface Balancer {
  readonly url: string
  /** Those that the last check found ready. */
  readonly ready: ReadonlySet<string>
  /** Replaces a target by another one. */
  replace(old: string, target: string): void
  close(): Promise<void>
}

/** @param targets such as `http://127.0.0.1:8080` */
export async function startBalancer(...targets: readonly string[]): Promise<Balancer> {
  const known = new Set(targets)
  const ready = new Set<string>()
  // Connections are kept open, as balancers do: one that the hub has closed under a request is an error to the client.
  const agent = new Agent({ keepAlive: true })
  const check = async (target: string) => {
    const isReady = await fetch(`${target}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady && known.has(target)) ready.add(target)
    else ready.delete(target)
  }
  const checkAll = async () => await Promise.all([...known].map(check))
  await checkAll()
  const timer = setInterval(checkAll, CHECK_MS)
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming)
    const all = [...ready]
    turn += 1
    const order = all.map((_, index) => all[(turn + index) % all.length] as string)
    forward(agent, order, incoming, body, outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    replace(old, target) {
      known.delete(old)
      known.add(target)
    },
    async close() {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}

function forward(
  agent: Agent,
  [target, ...others]: readonly string[],
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): void {
  if (target === undefined) {
    outgoing.writeHead(502).end('nobody is ready')
    return
  }
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers
  const call = request(new URL(incoming.url ?? '/', target), {
    agent,
    method: incoming.method,
    headers: { ...headers, 'content-length': body.length },
  })
  call.on('response', (answer) => {
    const { connection: _, ...kept } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, kept)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  call.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(agent, others, incoming, body, outgoing)
    else if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(`${error.code}: ${error.message}`)
  })
  call.end(body)
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}
