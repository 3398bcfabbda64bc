import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Cuts off clients that take too long to send the body of a request. `requestTimeout` of Node.js cannot differ by route: a file of a
 * gigabyte may take an hour, where 60 seconds are enough for all other requests (10 MB at 1.4 Mbit/s).
 *
 * @param limit milliseconds; a route with a longer `handlerTimeout` has that instead
 * @param cutOff answers and closes the connection
 */
export function limitBodies(
  app: FastifyInstance,
  limit: number,
  cutOff: (socket: Socket) => void,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    // Requests that are injected have no connection.
    if (!raw.complete && hasBody(raw.headers) && raw.socket instanceof Socket) {
      const timer = setTimeout(
        () => {
          if (!raw.complete) cutOff(raw.socket)
        },
        Math.max(limit, routeOptions.handlerTimeout ?? 0),
      )
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

const hasBody = (headers: NodeJS.Dict<string | string[]>) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
