import { BufferedExchange } from '../exchange/buffered-exchange.ts'
import { type Call, perform } from '../exchange/perform.ts'
import { StreamedExchange } from '../exchange/streamed-exchange.ts'
import { transportFor } from '../exchange/transport-for.ts'
import { InvalidRequestError } from '../http/errors/request-errors.ts'
import type { BuiltRequest } from '../http/message/built-request.ts'
import type { Response } from '../http/message/response.ts'
import type { Transport } from '../http/message/transport.ts'
import { withNodeBody } from '../http/request/body-source.ts'
import { releaseBody } from '../http/request/release-body.ts'
import {
  buildRequest,
  type Request,
  rebuildRequest,
  type StreamRequest,
} from '../http/request/request.ts'
import { isToken } from '../http/request/request-headers.ts'
import { ACCEPTED_ENCODINGS } from '../http/response/decode.ts'
import { type Result, resultOf } from '../http/response/result.ts'
import type { StreamResponse } from '../http/response/stream-response.ts'
import { intercepted } from '../settings/interceptors.ts'
import type { ClientOptions, SendOptions } from '../settings/options.ts'
import {
  DEFAULT_BODY_BYTES,
  overrideSettings,
  resolveSettings,
  type Settings,
  signalOf,
  streamedTimeouts,
} from '../settings/settings.ts'
import { ensureOk, parseJSON, type StandardSchema } from './json.ts'

/**
 * Sends requests with one set of options over one pool of connections. Create one client for each set of
 * options and keep it, since it holds the open connections. Its functions do not use `this`.
 *
 * @example const { send } = createClient({ timeout: 5_000, retry: { attempts: 3 } })
 */
export interface Client extends AsyncDisposable {
  /**
   * Sends a request and reads the whole response. Resolves for every HTTP status.
   *
   * @throws RestError: one of its subclasses if the request or the network is at fault.
   */
  send(request: Request, options?: SendOptions): Promise<Response>
  /** Like `send`, but never rejects: resolves with a response or an error. */
  sendResult(request: Request, options?: SendOptions): Promise<Result>
  /**
   * Like `send`, but rejects for a status outside 200 to 299.
   *
   * @throws HttpStatusError for any other status, with the response; and what `send` throws.
   */
  sendOk(request: Request, options?: SendOptions): Promise<Response>
  /**
   * Like `sendOk`, and then reads the body as JSON and checks it with a schema (Zod, Valibot, ArkType, ...).
   *
   * @throws ParseError if the body does not match the schema; and what `sendOk` throws.
   */
  sendJSON<T>(request: Request, schema: StandardSchema<T>, options?: SendOptions): Promise<T>
  /**
   * Sends a request, whose body may be a stream, and resolves as soon as the headers of the response are
   * there; the body of the response is a stream. By default its size and duration are not limited: the
   * 30 s that are the default total of `send` limit the wait for the headers and each pause (`idle`)
   * instead. A `total` or a limit that is set, in the client or here, includes the body.
   *
   * @throws RestError as `send` does, up to the headers. Reading the body throws later errors.
   */
  stream(request: StreamRequest, options?: SendOptions): Promise<StreamResponse>
  /** Exactly one exchange, without retries or redirects. See `@entrepot/rest/go`. */
  makeRequest(request: BuiltRequest, options?: SendOptions): Promise<StreamResponse>
  /** Waits for running requests and closes the connections. The client cannot be used afterwards. */
  close(): Promise<void>
}

/**
 * Creates a client.
 *
 * @throws InvalidRequestError naming the option that is out of range or conflicts with another.
 * @example await using client = createClient({ guard: true })
 */
export function createClient(options: ClientOptions = {}): Client {
  const complete = options.guard ? guarded(options) : options
  const settings = resolveSettings(complete)
  const transport = transportFor(complete, settings)
  return clientOver(intercepted(transport, options.interceptors), settings)
}

const GUARDED_TOTAL_MS = 5_000
const GUARDED_BODY_BYTES = 64 * 1024

/**
 * The defaults of a guarded client: enough for a metadata document, too little for an attack. Each applies
 * until exactly that option is set; setting another timeout or limit does not change it.
 */
function guarded(options: ClientOptions): ClientOptions {
  const { timeout, limits, redirect } = options
  const clocks = typeof timeout === 'object' ? timeout : { total: timeout ?? GUARDED_TOTAL_MS }
  return {
    ...options,
    timeout: { ...clocks, total: clocks.total ?? GUARDED_TOTAL_MS },
    limits: { ...limits, bodyBytes: limits?.bodyBytes ?? GUARDED_BODY_BYTES },
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

/** Not `async`, which saves a promise per request. */
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
      transport: intercepted(transport, options?.interceptors),
      settings,
      clocks,
      bodyBytes: bodyBytes === false ? Number.POSITIVE_INFINITY : (bodyBytes ?? DEFAULT_BODY_BYTES),
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
  const own = withNodeBody(request)
  try {
    // The caller may have changed it, and URL, origin and path must agree.
    const built = rebuildRequest(own)
    return await perform(streamedCall(transport, overrideSettings(base, once), options), built)
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
    transport: intercepted(transport, options.interceptors),
    settings,
    clocks: streamedTimeouts(settings.timeouts),
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

/** Part of a compressed body cannot be decompressed, so range requests ask for none, as `fetch` does. */
function withPartUncoded(built: BuiltRequest): BuiltRequest {
  const { headers } = built
  if (headers.range === undefined || headers['accept-encoding'] !== ACCEPTED_ENCODINGS) return built
  return { ...built, headers: { ...headers, 'accept-encoding': 'identity' } }
}
