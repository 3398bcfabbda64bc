import { type BuiltRequest, isStream } from '../http/message/built-request.ts'
import type { RequestMessage } from './message.ts'

/** The request as its server sees it: a `host` header names the authority (RFC 9110, 7.1). */
export function messageOf(request: BuiltRequest): RequestMessage {
  const { method, headers, path } = request
  const { protocol, host } = new URL(request.origin)
  const body = request.body !== undefined && isStream(request.body) ? undefined : request.body
  return { method, url: `${protocol}//${headers.host ?? host}${path}`, headers, body }
}
