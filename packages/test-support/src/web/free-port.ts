import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port below the range that systems use for connections and for `listen(0)` (from 32768 on Linux, from 49152 elsewhere), so that
 * the system does not assign it to another process in the meantime. It is above the ports that `fetch` and browsers refuse; the highest
 * of these is 10080 (https://fetch.spec.whatwg.org/#port-blocking).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
