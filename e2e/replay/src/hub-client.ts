/** Sends requests to a hub, and repeats them while the hub is unavailable. */
import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient, type HttpClient, nextOf } from '@entrepot/test-support/http-client'
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
  /** Path of the next page. Undefined on the last page. */
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
  readonly #client: HttpClient
  readonly #origin: string
  readonly #prefix: string
  /** Number of repeated requests. */
  retries = 0

  constructor(options: HubClientOptions) {
    this.#options = options
    const { origin, pathname } = new URL(options.url)
    this.#prefix = pathname.replace(/\/+$/, '')
    this.#origin = origin
    const { connections, signal } = options
    this.#client = createHttpClient({ connections, timeoutMs: ANSWER_TIMEOUT_MS })
    signal.addEventListener('abort', () => void this.#client.destroy(), { once: true })
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
    if (!this.#options.signal.aborted) await this.#client.close()
  }

  async #try(request: HubRequest): Promise<{ answer: HubAnswer } | Failure> {
    const { merchantKey, channelKey } = this.#options
    try {
      const answer = await this.#client.send({
        method: request.method,
        origin: this.#origin,
        path: this.#prefix + request.path,
        key: request.as === 'merchant' ? merchantKey : channelKey,
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
      })
      const { status, headers, text } = answer
      if (status >= 500 || status === 429) {
        const retryAfter = Number(headers['retry-after'] ?? 0)
        const waitMs = Number.isFinite(retryAfter) ? Math.min(retryAfter * 1000, 30_000) : 0
        return { problem: `${status} ${text.slice(0, 300)}`, waitMs }
      }
      if (status === 401 || status === 403) throw keyRefused(request, text)
      const next = this.#withoutPrefix(nextOf(answer))
      return { answer: { status, body: JSON.parse(text), next } }
    } catch (error) {
      if (error instanceof ReplayError) throw error
      return { problem: problemOf(error), waitMs: 0 }
    }
  }

  /** Removes the prefix of the hub's URL, because every request adds it. */
  #withoutPrefix(path: string | undefined): string | undefined {
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
