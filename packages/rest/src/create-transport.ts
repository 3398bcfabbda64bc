import { transportFor } from './exchange/transport-for.ts'
import type { Transport } from './http/message/transport.ts'
import type { ClientOptions } from './settings/options.ts'
import { resolveSettings } from './settings/settings.ts'

export type { BodyStream, BuiltRequest } from './http/message/built-request.ts'
export type { RawHeaders } from './http/message/headers.ts'
export type { Delivery, Interceptor, ResponseSink, Transport } from './http/message/transport.ts'

/**
 * Creates the transport of a client with these options, to be wrapped (by a recorder, for example) and passed
 * to a client as its `transport`. Only `guard`, `proxy`, `tls`, `pool`, `http2`, `timeout.connect` and
 * `limits.headerBytes` have an effect.
 *
 * @throws InvalidRequestError for options that are out of range or exclude each other.
 * @example createClient({ transport: recordingTransport(createTransport()) })
 */
export function createTransport(options: ClientOptions = {}): Transport {
  return transportFor(options, resolveSettings(options))
}
