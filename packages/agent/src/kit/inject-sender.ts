/** Sends the requests of a client to an application in the same process. */
import type { Sender } from '@entrepot/client'

/** A request as `inject` of Fastify takes it. */
export interface InjectedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: string
}

/** An answer as `inject` of Fastify returns it. */
export interface InjectedAnswer {
  readonly statusCode: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * Makes what a client of `@entrepot/client` sends with. Bodies are JSON. Nothing is repeated: nothing is lost on the way.
 *
 * @example createClient({ hub: 'http://hub.internal', rest: injectSender((request) => app.inject(request)) })
 */
export function injectSender(
  inject: (request: InjectedRequest) => Promise<InjectedAnswer>,
): Sender {
  return {
    async send({ method, baseURL, queryParams, headers, json }, options) {
      const url = new URL(baseURL)
      for (const [name, value] of Object.entries(queryParams ?? {})) {
        for (const one of [value].flat()) url.searchParams.append(name, String(one))
      }
      const key = options?.idempotencyKey
      const {
        statusCode,
        body,
        headers: lines,
      } = await inject({
        method: method as InjectedRequest['method'],
        url: url.pathname + url.search,
        headers: {
          ...(headers as Record<string, string>),
          ...(typeof key === 'string' && { 'idempotency-key': key }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { payload: JSON.stringify(json) }),
      })
      return { statusCode, body, headers: toLines(lines), url: url.href }
    },
  }
}

function toLines(
  headers: Readonly<Record<string, unknown>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().map(String)]),
  )
}
