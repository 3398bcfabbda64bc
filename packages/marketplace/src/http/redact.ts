/** Keeps API keys out of logs. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const KEY_PARAMETER = /([?&]apikey=)[^&#]*/gi

/** A URL without the value of `apikey`, however it is spelt: decoded names are compared too. */
export function redactUrl(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  const parameters = url
    .slice(start + 1)
    .split('&')
    .map((parameter) => {
      const name = parameter.split('=', 1)[0] ?? ''
      return isKeyName(name) ? `${name}=[redacted]` : parameter
    })
  return `${url.slice(0, start)}?${parameters.join('&')}`.replace(KEY_PARAMETER, '$1[redacted]')
}

function isKeyName(name: string): boolean {
  try {
    return decodeURIComponent(name).toLowerCase() === 'apikey'
  } catch {
    return true
  }
}

/** How a request of these routes is logged: method, path and address; never a key, a header or a body. */
export const requestSerializer = (request: FastifyRequest) => ({
  method: request.method,
  url: redactUrl(request.url),
  remoteAddress: request.ip,
})

/** Makes every route that this instance gets later log through {@link requestSerializer}. */
export function redactLogs(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.logSerializers = { ...route.logSerializers, req: requestSerializer as never }
  })
}
