import { InvalidRequestError } from './http/errors/request-errors.ts'
import { HttpStatusError } from './http/errors/response-errors.ts'
import { describeRequest } from './http/errors/rest-error.ts'
import { type BuiltRequest, isStream } from './http/message/built-request.ts'
import { createResponse, type Response } from './http/message/response.ts'
import type { Answer, Hooks } from './http/request/hooks.ts'
import { checkedOrigins } from './http/request/origins.ts'

/** Options of {@link refreshedCredential}. */
export interface RefreshedCredentialOptions {
  /** Where the credential is sent: scheme, host and port, as in `https://api.example.com`. Other origins get none. */
  readonly origins: readonly string[]
  /**
   * Gets a new value of the header, such as `bearer(token)`. `refused` is the value that the server refused, or undefined if there was
   * none. It is never called while an earlier call is running. Give it a timeout of its own, since requests wait for it, and another client: a
   * request of this one to `origins` would wait for itself.
   */
  readonly refresh: (refused: string | undefined) => string | Promise<string>
  /** The first value. @default `refresh` is called before the first request */
  readonly initial?: string
  /** @default 'authorization' */
  readonly header?: string
  /** Which answers mean that the credential is no longer valid. @default status 401 (RFC 9110, 15.5.2) */
  readonly isRefused?: (answer: Answer) => boolean
}

/**
 * A hook that sends a credential and replaces it when the server refuses it. Of all requests that are refused, one refreshes it; the others, and
 * those that begin meanwhile, wait. Then each is sent again, once, with any method, unless its body is a stream. A request that was sent with the
 * credential before and is refused later only sends itself again.
 *
 * The answer of the second attempt is returned whatever its status. If `refresh` returns the refused value or the body is a stream, the refusal
 * itself is returned.
 *
 * @throws InvalidRequestError for an origin that is not an http or https URL. Requests fail with an `HttpStatusError` if `refresh` does: with
 *   the refusal as `response` and the error as `cause`; with a `RestError` if there was no refusal yet.
 * @example createClient({ hooks: refreshedCredential({ origins: ['https://api.example.com'], refresh: async () => bearer(await token()) }) })
 */
export function refreshedCredential(options: RefreshedCredentialOptions): Hooks {
  const { refresh, isRefused = ({ statusCode }: Answer) => statusCode === 401 } = options
  const origins = checkedOrigins('origins', options.origins)
  const header = (options.header ?? 'authorization').toLowerCase()
  let current = options.initial
  let running: Promise<string> | undefined

  /** One refresh at a time. Its error has the refusal, for the requests that wait for it. */
  const renew = (refusal?: Refusal): Promise<string> => {
    const replace = async () => {
      try {
        current = checkedValue(await refresh(current))
        return current
      } catch (cause) {
        throw new FailedRefresh(cause, refusal)
      }
    }
    // It begins once `running` is set, since `refresh` may make requests of this client.
    running ??= Promise.resolve()
      .then(replace)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    async onRequest(request, { attempt }) {
      if (!origins.has(request.origin)) return undefined
      const waits = running ?? (current === undefined ? renew() : undefined)
      const value = waits === undefined ? current : await waits.catch(rethrownFor(request, attempt))
      return { ...request, headers: { ...request.headers, [header]: value as string } }
    },
    async onResponse(answer, { request, attempt, resent }) {
      // A redirect can have led to a server that never saw the credential.
      const isOurs = origins.has(request.origin) && URL.parse(answer.url)?.origin === request.origin
      if (!isOurs || resent || isStream(request.body) || !isRefused(answer)) return undefined
      const sent = request.headers[header]
      if (sent !== current && running === undefined) return 'retry'
      const refusal = { response: toResponse(answer, request), request }
      const value = await renew(refusal).catch(rethrownFor(request, attempt, refusal))
      return value === sent ? undefined : 'retry'
    },
  }
}

interface Refusal {
  readonly response: Response
  readonly request: BuiltRequest
}

class FailedRefresh extends Error {
  readonly refusal: Refusal | undefined

  constructor(cause: unknown, refusal: Refusal | undefined) {
    super('refreshing the credential failed', { cause })
    this.refusal = refusal
  }
}

/** The error of one request, with its own refusal or with the one that led to the refresh. */
function rethrownFor(request: BuiltRequest, attempt: number, own?: Refusal) {
  return (error: unknown): never => {
    const { cause, refusal = own } = error as FailedRefresh
    const response = (own ?? refusal)?.response
    // The client turns it into a RestError.
    if (response === undefined) throw cause
    const message = `${response.statusCode} from ${describeRequest(request)}, and refreshing the credential failed`
    throw new HttpStatusError(message, { request, attempt, response, cause })
  }
}

function checkedValue(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new InvalidRequestError('refresh must return the value of a header', { field: 'refresh' })
}

/** The body of a streamed response is left out, since it has not been read. */
function toResponse(answer: Answer & Partial<Response>, request: BuiltRequest): Response {
  const { statusCode, headers, bytes = new Uint8Array() } = answer
  return createResponse({ statusCode, headers, bytes, request })
}
