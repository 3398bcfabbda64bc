import { withNodeBody } from './body-source.ts'
import { BufferedExchange } from './buffered-exchange.ts'
import type { BuiltRequest } from './built-request.ts'
import { transportFor } from './create-transport.ts'
import { acceptedEncodings } from './decode.ts'
import { InvalidRequestError } from './errors/request-errors.ts'
import { isToken } from './headers.ts'
import { ensureOk, parseJSON, type StandardSchema } from './json.ts'
import type { ClientOptions, SendOptions } from './options.ts'
import { type Call, perform } from './perform.ts'
import { releaseBody } from './release-body.ts'
import { buildRequest, type Request, rebuildRequest, type StreamRequest } from './request.ts'
import type { Response } from './response.ts'
import { type Result, resultOf } from './result.ts'
import {
  defaultBodyBytes,
  overrideSettings,
  resolveSettings,
  type Settings,
  signalOf,
  streamedClocks,
} from './settings.ts'
import type { StreamResponse } from './stream-response.ts'
import { StreamedExchange } from './streamed-exchange.ts'
import type { Transport } from './transport/transport.ts'

/**
 * Sends requests with one set of options over one pool of connections. Make one for each set of
 * options and keep it: connections live in it. Its functions need no `this`.
 *
 * @example const { send } = createClient({ timeout: 5_000, retry: { attempts: 3 } })
 */
export interface Client extends AsyncDisposable {
  /**
   * Sends a request and reads the whole response. Resolves for every HTTP status.
   *
   * @throws RestError, always one of its subclasses where the request or the network is at fault.
   */
  send(request: Request, options?: SendOptions): Promise<Response>
  /** Like `send`, but never rejects: the seed's pair of response and error. */
  sendResult(request: Request, options?: SendOptions): Promise<Result>
  /**
   * Like `send`, but only for a status of 200 to 299.
   *
   * @throws HttpStatusError for any other status, with the response; and what `send` throws.
   */
  sendOk(request: Request, options?: SendOptions): Promise<Response>
  /**
   * `sendOk`, then the body as JSON, checked by a schema (Zod, Valibot, ArkType, ...).
   *
   * @throws ParseError when the body is not what the schema asks for; and what `sendOk` throws.
   */
  sendJSON<T>(request: Request, schema: StandardSchema<T>, options?: SendOptions): Promise<T>
  /**
   * Sends a request, whose body may be a stream, and resolves with the headers; the body follows as
   * a stream. By default neither its size nor its duration is bounded, only its pauses: the default
   * total of 30 s bounds each pause (`idle`) and the wait for the headers instead. A `total` that is
   * set, in the client or here, does include the body, and so does a bound that is set.
   */
  stream(request: StreamRequest, options?: SendOptions): Promise<StreamResponse>
  /** One exchange, no retries, no redirects: the middle of the seed's three steps. */
  makeRequest(request: BuiltRequest, options?: SendOptions): Promise<StreamResponse>
  /** Lets running requests end, then closes the connections. The client is of no use afterwards. */
  close(): Promise<void>
}

/**
 * Makes a client.
 *
 * @throws InvalidRequestError naming the option that is out of range or in conflict.
 * @example await using client = createClient({ guard: true })
 */
export function createClient(options: ClientOptions = {}): Client {
  const complete = options.guard ? guarded(options) : options
  const settings = resolveSettings(complete)
  return clientOver(transportFor(complete, settings), settings)
}

const guardedTotalMs = 5_000
const guardedBodyBytes = 64 * 1024

/**
 * What a guarded client starts from: enough for a metadata document, too little for an attack. Each
 * value stays until that very value is set; another clock or bound next to it does not lift it.
 */
function guarded(options: ClientOptions): ClientOptions {
  const { timeout, limits, redirect } = options
  const clocks = typeof timeout === 'object' ? timeout : { total: timeout ?? guardedTotalMs }
  return {
    ...options,
    timeout: { ...clocks, total: clocks.total ?? guardedTotalMs },
    limits: { ...limits, bodyBytes: limits?.bodyBytes ?? guardedBodyBytes },
    redirect: redirect ?? 'manual',
  }
}

function clientOver(transport: Transport, settings: Settings): Client {
  const send: Client['send'] = (request, options) =>
    sendBuffered(transport, settings, request, options)
  const sendOk: Client['sendOk'] = async (request, options) =>
    ensureOk(await send(request, options))
  const close = () => transport.close()
  return Object.freeze<Client>({
    send,
    sendOk,
    sendResult: (request, options) => resultOf(send(request, options)),
    sendJSON: async (request, schema, options) => parseJSON(await sendOk(request, options), schema),
    stream: (request, options) => sendStreamed(transport, settings, request, options),
    makeRequest: (request, options) => sendOnce(transport, settings, request, options),
    close,
    [Symbol.asyncDispose]: close,
  })
}

/** Not `async` for the sake of speed: one promise less for every request. */
function sendBuffered(
  transport: Transport,
  base: Settings,
  request: Request,
  options?: SendOptions,
): Promise<Response> {
  try {
    const settings = options === undefined ? base : overrideSettings(base, options)
    const { clocks, bodyBytes } = settings
    const call: Call<Response> = {
      transport,
      settings,
      clocks,
      bodyBytes: bodyBytes === false ? Number.POSITIVE_INFINITY : (bodyBytes ?? defaultBodyBytes),
      signal: signalOf(options),
      exchange: exchangeBuffered,
      discard: ignore,
    }
    return perform(call, build(request, settings, options))
  } catch (error) {
    return Promise.reject(error)
  }
}

function exchangeBuffered(...args: ConstructorParameters<typeof BufferedExchange>) {
  return new BufferedExchange(...args).start()
}

function exchangeStreamed(...args: ConstructorParameters<typeof StreamedExchange>) {
  return new StreamedExchange(...args).start()
}

function ignore(): void {}

async function sendStreamed(
  transport: Transport,
  base: Settings,
  request: StreamRequest,
  options: SendOptions = {},
): Promise<StreamResponse> {
  const own = withNodeBody(request)
  try {
    const settings = overrideSettings(base, options)
    return await perform(streamedCall(transport, settings, options), build(own, settings, options))
  } catch (error) {
    releaseBody(own.body)
    throw error
  }
}

async function sendOnce(
  transport: Transport,
  base: Settings,
  request: BuiltRequest,
  options: SendOptions = {},
): Promise<StreamResponse> {
  const once: SendOptions = { ...options, retry: false, redirect: 'manual' }
  // Checked again: it may have been changed, and URL, origin and path must not differ.
  const own = withNodeBody(rebuildRequest(request))
  try {
    return await perform(streamedCall(transport, overrideSettings(base, once), options), own)
  } catch (error) {
    releaseBody(own.body)
    throw error
  }
}

function streamedCall(
  transport: Transport,
  settings: Settings,
  options: SendOptions,
): Call<StreamResponse> {
  return {
    transport,
    settings,
    clocks: streamedClocks(settings.timeouts),
    bodyBytes: settings.bodyBytes || Number.POSITIVE_INFINITY,
    signal: signalOf(options),
    exchange: exchangeStreamed,
    discard: (response) => response.body.destroy(),
  }
}

function build(request: StreamRequest, settings: Settings, options?: SendOptions): BuiltRequest {
  const built = withPartUncoded(buildRequest(request, settings.defaultHeaders))
  const key = options?.idempotencyKey
  if (key === undefined) return built
  const value = key === true ? crypto.randomUUID() : key
  if (!isToken(value)) {
    throw new InvalidRequestError('idempotencyKey must be a token', { field: 'idempotencyKey' })
  }
  return { ...built, headers: { ...built.headers, 'idempotency-key': value } }
}

/** A part of a coded body cannot be decoded; so a request for one asks for no coding, as `fetch` does. */
function withPartUncoded(built: BuiltRequest): BuiltRequest {
  const { headers } = built
  if (headers.range === undefined || headers['accept-encoding'] !== acceptedEncodings) return built
  return { ...built, headers: { ...headers, 'accept-encoding': 'identity' } }
}
