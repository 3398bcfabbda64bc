import { RestError } from '../errors/rest-error.ts'
import type { Response } from '../message/response.ts'

/**
 * A response or an error as a value. On success there is no error. On failure there may also be a response,
 * as far as it was received (see {@link ResponseError}).
 *
 * @example
 * const { ok, response, error } = await rest.sendResult(request)
 * if (!ok) return log(error.code, response?.statusCode)
 */
export type Result =
  | { readonly ok: true; readonly response: Response; readonly error?: undefined }
  | { readonly ok: false; readonly error: RestError; readonly response?: Response | undefined }

/**
 * Turns a promise of a response into a promise of a result, which never rejects. An error that is not a
 * `RestError` becomes the `cause` of one.
 */
export async function resultOf(promise: Promise<Response>): Promise<Result> {
  try {
    return { ok: true, response: await promise }
  } catch (cause) {
    const error =
      cause instanceof RestError ? cause : new RestError('the request failed', { cause })
    const response = 'response' in error ? (error.response as Response | undefined) : undefined
    return response === undefined ? { ok: false, error } : { ok: false, error, response }
  }
}
