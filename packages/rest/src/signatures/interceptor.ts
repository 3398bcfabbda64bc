import { InvalidRequestError } from '../http/errors/request-errors.ts'
import { RestError } from '../http/errors/rest-error.ts'
import { SignatureError } from '../http/errors/signature-error.ts'
import { type BuiltRequest, isStream } from '../http/message/built-request.ts'
import type { Interceptor, ResponseSink, Transport } from '../http/message/transport.ts'
import { checkedOrigins } from '../http/request/origins.ts'
import { parseComponent } from './components.ts'
import { messageOf } from './request-message.ts'
import { type SignOptions, signMessage } from './sign.ts'
import { SignedExchange } from './signed-exchange.ts'
import type { VerifyOptions } from './verify.ts'

/** Options of {@link signatures}. */
export interface SignaturesOptions {
  /** Whose requests are signed and whose responses are verified: scheme, host and port, as in `https://api.example.com`. */
  readonly origins: readonly string[]
  /** Signs requests. @default they are not signed */
  readonly sign?: SignOptions
  /** Verifies responses. @default they are not verified */
  readonly verify?: VerifyOptions
}

/**
 * Signs the requests of a client and verifies the responses. Each attempt and each redirect has a signature of its own, over what goes over the
 * wire. Requests to other origins are not signed; with `verify` they fail, since their responses could not be trusted. A body that is
 * a stream needs a `content-digest` header of its own, or other `components`. Put it behind all interceptors but `progress`, which makes a stream
 * of each body.
 *
 * A verified response reaches the caller only if it is right: `send` resolves after its body was compared, and a stream that `stream` returns
 * fails at its end, so do not act on it before.
 *
 * @throws InvalidRequestError for an origin that is not an http or https URL. Requests fail with a `SignatureError`.
 * @example createClient({ interceptors: [signatures({ origins: ['https://api.example.com'], sign: { key } })] })
 */
export function signatures(options: SignaturesOptions): Interceptor {
  const origins = checkedOrigins('origins', options.origins)
  return {
    intercept: (transport) => ({
      dispatch(request, sink) {
        if (origins.has(request.origin)) return dispatchSigned(transport, options, request, sink)
        if (options.verify === undefined) return transport.dispatch(request, sink)
        const message = `responses of ${request.origin} cannot be verified: it is not in origins`
        throw new SignatureError(message, { fault: 'key', request })
      },
      close: () => transport.close(),
    }),
  }
}

function dispatchSigned(
  transport: Transport,
  { sign, verify }: SignaturesOptions,
  request: BuiltRequest,
  sink: ResponseSink,
) {
  const exchange = new SignedExchange(transport, sink, request, verify)
  if (sign === undefined) return exchange.dispatch(request)
  signedRequest(request, sign)
    .then((signed) => exchange.dispatch(signed))
    .catch((error) => exchange.onError(error))
  return exchange
}

async function signedRequest(request: BuiltRequest, options: SignOptions): Promise<BuiltRequest> {
  const { body, headers } = request
  const lacksDigest = body !== undefined && isStream(body) && !('content-digest' in headers)
  const components = (options.components ?? ['content-digest']).map(parseComponent)
  if (lacksDigest && components.some(([name]) => name === 'content-digest')) {
    const message =
      'a stream has no digest before it is sent: set the header content-digest, or components without it'
    throw new InvalidRequestError(message, { request, field: 'headers.content-digest' })
  }
  try {
    const signed = await signMessage(messageOf(request), options)
    return { ...request, headers: { ...headers, ...signed } }
  } catch (cause) {
    if (cause instanceof RestError) throw cause
    throw new RestError('the request cannot be signed', { request, cause })
  }
}
