/** A forward proxy that tunnels https to this machine, whatever name is asked for. */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** The running proxy. */
export interface ForwardProxy {
  readonly url: string
  /** What was asked for, such as `robot.example:443`. */
  readonly targets: string[]
  /** Refuses everything while it is true. */
  isClosed: boolean
  close(): Promise<void>
}

/** Starts one. */
export async function startForwardProxy(): Promise<ForwardProxy> {
  const server = createServer((request, response) => {
    proxy.targets.push(String(request.url))
    response.writeHead(403).end()
  })
  server.on('connect', (request, socket) => {
    const target = String(request.url)
    proxy.targets.push(target)
    socket.on('error', () => {})
    if (proxy.isClosed) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const upstream = connect(Number(target.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: ForwardProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [],
    isClosed: false,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
  return proxy
}
