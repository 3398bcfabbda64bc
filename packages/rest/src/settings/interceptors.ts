import type { Interceptor, Transport } from '../http/message/transport.ts'
import { invalidOption } from './invalid-option.ts'

/**
 * Puts interceptors in front of a transport. The first one gets a request first.
 *
 * @throws InvalidRequestError if the option is not a list of interceptors.
 */
export function intercepted(
  transport: Transport,
  interceptors: readonly Interceptor[] | undefined,
): Transport {
  if (interceptors === undefined) return transport
  if (!Array.isArray(interceptors) || !interceptors.every(isInterceptor)) {
    throw invalidOption('interceptors', 'must be a list of interceptors')
  }
  return interceptors.reduceRight((inner, interceptor) => interceptor.intercept(inner), transport)
}

function isInterceptor(value: unknown): value is Interceptor {
  return typeof (value as Interceptor | null)?.intercept === 'function'
}
