/** The HTTP client of the programs that test hubs: benchmarks, chaos, fuzzing and the replay. */
import { Agent } from 'undici'

/** Options of {@link createHttpClient}. */
export interface HttpClientOptions {
  /** Maximum number of connections to each origin. */
  readonly connections: number
  /** Milliseconds between two parts of an answer; 0 for no limit. @default 0 */
  readonly timeoutMs?: number
}

/** One request. */
export interface HttpRequest {
  readonly method: string
  readonly origin: string
  /** The path with its query, sent as it is. */
  readonly path: string
  /** Sent as `X-Api-Key`. */
  readonly key?: string | undefined
  /** Names in lower case. `content-type` is JSON by default if there is a body. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The body, encoded. */
  readonly body?: string | Buffer | null | undefined
  readonly signal?: AbortSignal | undefined
}

/** A complete answer. */
export interface HttpAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A client with open connections. */
export interface HttpClient {
  /** Sends one request, once. Throws an error of undici if there is no complete answer. */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Waits for the requests that run, and closes the connections. */
  close(): Promise<void>
  /** Closes the connections at once. The requests that run throw. */
  destroy(): Promise<void>
}

/**
 * Creates a client. It neither repeats nor redirects, and accepts every status.
 *
 * @example
 * const client = createHttpClient({ connections: 8 })
 * const { status, text } = await client.send({ method: 'GET', origin: hub.url, path: '/v2/orders', key })
 */
export function createHttpClient({ connections, timeoutMs = 0 }: HttpClientOptions): HttpClient {
  const agent = new Agent({ connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  return {
    async send({ method, origin, path, key, headers, body, signal }) {
      const response = await agent.request({
        method: method as 'GET',
        origin,
        path,
        headers: {
          ...(key && { 'x-api-key': key }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body }),
        ...(signal && { signal }),
      })
      const text = await response.body.text()
      return { status: response.statusCode, headers: response.headers, text }
    },
    close: async () => await agent.close(),
    destroy: async () => await agent.destroy(),
  }
}

/** The target of the header `Link` with the relation `next` (RFC 8288), as the hub writes it. Undefined on the last page. */
export function nextOf({ headers }: Pick<HttpAnswer, 'headers'>): string | undefined {
  return /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
}
