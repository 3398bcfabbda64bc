/** Sends requests to a hub, and repeats them while the hub is unavailable. */
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { ReplayError } from './errors.ts'

/** URL and keys of a hub. */
export interface HubAccess {
  readonly url: string
  readonly merchantKey: string
  readonly channelKey: string
}

/** Options of {@link HubClient}. */
export interface HubClientOptions extends HubAccess {
  /** Number of concurrent requests. */
  readonly connections: number
  /** How long one request is repeated before the replay gives up. */
  readonly patienceMs: number
  /** Ends all requests. They throw its reason. */
  readonly signal: AbortSignal
}

/** A request of the merchant or of the channel. */
export interface HubRequest {
  readonly as: 'merchant' | 'channel'
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path below the URL of the hub, such as `/v2/orders`. */
  readonly path: string
  readonly body?: unknown
}

/** An answer that is neither a server error nor an error for the key. */
export interface HubAnswer {
  readonly status: number
  /** Parsed JSON. */
  readonly body: unknown
  /** Path of the next page from the header `Link`. Undefined on the last page. */
  readonly next?: string | undefined
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3_000
const ANSWER_TIMEOUT_MS = 30_000

/**
 * A client of one hub, with keep-alive connections. All requests of the replay can be repeated: orders have a ChannelReference, and other
 * records have the references of the merchant. After a lost connection, 5xx or 429, the client therefore repeats the request. The pauses
 * grow, and follow `Retry-After`.
 */
export class HubClient {
  readonly #options: HubClientOptions
  readonly #pool: Pool
  readonly #prefix: string
  /** Number of repeated requests. */
  retries = 0

  constructor(options: HubClientOptions) {
    this.#options = options
    const { origin, pathname } = new URL(options.url)
    this.#prefix = pathname.replace(/\/+$/, '')
    this.#pool = new Pool(origin, {
      connections: options.connections,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    })
    options.signal.addEventListener('abort', () => void this.#pool.destroy(), { once: true })
  }

  /**
   * Sends a request until it is answered.
   *
   * @throws ReplayError `REPLAY_KEY_REFUSED` after 401 or 403; `REPLAY_HUB_UNREACHABLE` when the patience is used up
   * @example
   * const { status, body } = await client.send({ as: 'channel', method: 'POST', path: '/v2/orders', body: order })
   */
  async send(request: HubRequest): Promise<HubAnswer> {
    const { signal, patienceMs } = this.#options
    const end = performance.now() + patienceMs
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted()
      const outcome = await this.#try(request)
      signal.throwIfAborted()
      if ('answer' in outcome) return outcome.answer
      const wait = Math.max(pause, outcome.waitMs)
      if (performance.now() + wait > end) throw this.#unreachable(outcome.problem)
      this.retries += 1
      await delay(wait, undefined, { signal })
    }
  }

  /** Closes the connections after the running requests have ended. */
  async close(): Promise<void> {
    if (!this.#pool.destroyed) await this.#pool.close()
  }

  async #try(request: HubRequest): Promise<{ answer: HubAnswer } | Failure> {
    const { merchantKey, channelKey } = this.#options
    try {
      const response = await this.#pool.request({
        method: request.method,
        path: this.#prefix + request.path,
        headers: {
          'x-api-key': request.as === 'merchant' ? merchantKey : channelKey,
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      })
      const text = await response.body.text()
      const status = response.statusCode
      if (status >= 500 || status === 429) {
        const retryAfter = Number(response.headers['retry-after'] ?? 0)
        const waitMs = Number.isFinite(retryAfter) ? Math.min(retryAfter * 1000, 30_000) : 0
        return { problem: `${status} ${text.slice(0, 300)}`, waitMs }
      }
      if (status === 401 || status === 403) throw keyRefused(request, text)
      const next = this.#nextOf(response.headers.link)
      return { answer: { status, body: JSON.parse(text), next } }
    } catch (error) {
      if (error instanceof ReplayError) throw error
      return { problem: problemOf(error), waitMs: 0 }
    }
  }

  /** Parses the header Link (RFC 8288). Removes the prefix of the hub's URL, because every request adds it. */
  #nextOf(link: string | string[] | undefined): string | undefined {
    const path = /^<(.+)>; rel="next"$/.exec(String(link ?? ''))?.[1]
    return path?.startsWith(this.#prefix) ? path.slice(this.#prefix.length) : path
  }

  #unreachable(problem: string): ReplayError {
    const { url, patienceMs } = this.#options
    const message = [
      `The hub at ${url} gave no usable answer for ${Math.round(patienceMs / 1000)} s; the last try: ${problem}`,
      'Look into its log, start it again and run the same replay: orders that are there already are not created twice.',
    ]
    return new ReplayError('REPLAY_HUB_UNREACHABLE', message.join('\n'))
  }
}

interface Failure {
  readonly problem: string
  readonly waitMs: number
}

function keyRefused({ as, method, path }: HubRequest, text: string): ReplayError {
  const advice = `Give a valid key of the ${as} by --${as}-key.`
  return new ReplayError(
    'REPLAY_KEY_REFUSED',
    `The hub refused the ${as} key for ${method} ${path}: ${text.slice(0, 500)}\n${advice}`,
  )
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // If several addresses refuse a connection, the message of the error is empty.
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name)
}
