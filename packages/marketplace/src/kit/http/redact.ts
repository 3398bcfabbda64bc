/** Keeps API keys out of logs. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const KEY_PARAMETER = /([?&]apikey=)[^&#]*/gi

/** Removes the value of `apikey` from a URL. Decoded parameter names are compared, too, so that no spelling is missed. */
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

/** The logged properties of a request: method, path and address. Keys, headers and bodies are never logged. */
export const requestSerializer = (request: FastifyRequest) => ({
  method: request.method,
  url: redactUrl(request.url),
  remoteAddress: request.ip,
})

/** Makes all routes that are added later log with {@link requestSerializer}. */
export function redactLogs(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.logSerializers = { ...route.logSerializers, req: requestSerializer as never }
  })
}
