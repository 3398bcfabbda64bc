/** A proxy for a hub that breaks answers: some answers are lost after the hub has done its work, and some requests do not reach the hub. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** A running proxy. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string
  /** Number of broken requests. */
  readonly faults: number
}

/** Starts a proxy. Of ten requests, it drops the answer to one, answers 503 to one, and forwards the others. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let requests = 0
  let faults = 0
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    requests += 1
    const turn = requests % 10
    if (turn === 3) {
      faults += 1
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{}')
      incoming.resume()
      return
    }
    const answer = await forward(target, incoming)
    const body = await answer.body.text()
    if (turn === 7) {
      faults += 1
      incoming.socket.destroy()
      return
    }
    const { link } = answer.headers
    const headers = { 'content-type': 'application/json', ...(link !== undefined && { link }) }
    outgoing.writeHead(answer.statusCode, headers).end(body)
  }
  // No timeout for idle connections: closing one would be a fault that is not counted.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get faults() {
      return faults
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(target: string, incoming: IncomingMessage) {
  return await request(`${target}${incoming.url}`, {
    method: incoming.method as 'GET',
    headers: {
      'x-api-key': String(incoming.headers['x-api-key']),
      'content-type': incoming.headers['content-type'],
    },
    body: incoming.method === 'GET' ? null : incoming,
  })
}
