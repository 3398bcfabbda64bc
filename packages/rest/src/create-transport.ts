import type { ClientOptions } from './options.ts'
import { resolveSettings } from './settings.ts'
import type { Transport } from './transport.ts'
import { transportFor } from './transport-for.ts'

export type { BodyStream, BuiltRequest } from './built-request.ts'
export type { RawHeaders } from './headers.ts'
export type { Delivery, ResponseSink, Transport } from './transport.ts'

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
