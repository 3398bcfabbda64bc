/** A receiver of webhooks that answers by its path: well, with a failure, or that it is gone. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const STATUSES: Readonly<Record<string, number>> = { '/fails': 500, '/gone': 410, '/moved': 302 }

export interface Receiver {
  /** Such as `localhost:40123`. */
  readonly host: string
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const status = STATUSES[request.url ?? ''] ?? 204
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end()
    })
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `localhost:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
