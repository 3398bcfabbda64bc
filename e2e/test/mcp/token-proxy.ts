/** A loopback proxy that adds an access token to every request, because the server scenarios of the suite send none. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the proxy for an MCP server. It forwards all headers unchanged except `Authorization`, including `Host`. */
export async function startTokenProxy(target: string, token: string) {
  const { hostname, port } = new URL(target)
  // Never closes idle connections: the suite does not repeat a request that is on its way at that moment.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const { method, url: path } = incoming
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}/mcp`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
