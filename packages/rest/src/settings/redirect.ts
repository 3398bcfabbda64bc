import { RedirectError } from '../http/errors/response-errors.ts'
import { type BuiltRequest, isStream } from '../http/message/built-request.ts'
import { redactURL } from '../http/message/redact.ts'
import type { Answer } from '../http/request/hooks.ts'

/** {@link RedirectOptions} with all defaults. */
export interface RedirectPolicy {
  readonly mode: 'follow' | 'manual' | 'error'
  readonly methods: ReadonlySet<string>
  readonly max: number
  readonly keepHeaders: ReadonlySet<string>
  readonly crossOriginBody: boolean
  readonly allowInsecure: boolean
}

/** Headers that are sent to another origin: content negotiation and `user-agent`. */
export const CROSS_ORIGIN_HEADERS: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
]

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the request that a redirect asks for, or undefined if the answer is not a redirect or is meant for
 * the caller. `visited` contains the targets so far, including the first request.
 *
 * Credentials cannot be told from other headers. So a redirect to another origin keeps only the headers in
 * {@link CROSS_ORIGIN_HEADERS} and in the policy; a redirect back does not restore the others. 303, and 301
 * and 302 after POST, become GET without a body (RFC 9110, 15.4).
 *
 * @throws RedirectError for a loop, too many redirects, a target that is not an http or https URL or contains
 *   a user name or password, https to http, and a body that must not or cannot be sent again.
 */
export function nextRequest(
  request: BuiltRequest,
  answer: Answer,
  policy: RedirectPolicy,
  visited: readonly string[],
  attempt: number,
): BuiltRequest | undefined {
  const line = answer.headers.location?.[0]
  if (line === undefined || !REDIRECT_STATUSES.has(answer.statusCode)) return undefined
  if (policy.mode === 'manual') return undefined
  const location = fromBytes(line)
  const refuse = (problem: string) => {
    const count = visited.length - 1
    const details = { request, attempt, location: safeLocation(location, request.url), count }
    return new RedirectError(`redirect refused: ${problem}`, details)
  }
  if (policy.mode === 'error') throw refuse('redirects are disabled')
  if (!policy.methods.has(request.method)) return undefined
  const target = checkedTarget(location, request, policy, refuse)
  const next = follow(request, answer.statusCode, target, policy, refuse)
  if (visited.length > policy.max) throw refuse(`more than ${policy.max} redirects`)
  if (visited.includes(visitKey(next))) throw refuse('it leads to a loop')
  return next
}

/** Method and URL without fragment. Visiting the same twice is a loop. */
export function visitKey(request: BuiltRequest): string {
  return `${request.method} ${request.origin}${request.path}`
}

/**
 * Header bytes arrive as Latin-1, but servers that do not escape a path write it in UTF-8. Browsers read it as
 * UTF-8 too.
 */
function fromBytes(line: string): string {
  const bytes = Uint8Array.from(line, (character) => character.charCodeAt(0))
  try {
    return utf8.decode(bytes)
  } catch {
    return line
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

type Refuse = (problem: string) => RedirectError

function checkedTarget(
  location: string,
  request: BuiltRequest,
  policy: RedirectPolicy,
  refuse: Refuse,
): URL {
  const target = URL.parse(location, request.url)
  if (target === null) throw refuse('the location is not a URL')
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw refuse('the scheme is not http or https')
  }
  if (target.username !== '' || target.password !== '') {
    throw refuse('the location contains a user name or password')
  }
  const downgrade = target.protocol === 'http:' && request.origin.startsWith('https:')
  if (downgrade && !policy.allowInsecure) throw refuse('it leads from https to http')
  return target
}

function follow(
  request: BuiltRequest,
  statusCode: number,
  target: URL,
  policy: RedirectPolicy,
  refuse: Refuse,
): BuiltRequest {
  const becomesGet = turnsIntoGet(request.method, statusCode)
  const crossOrigin = target.origin !== request.origin
  const hasBody = request.body !== undefined && !becomesGet
  if (hasBody && isStream(request.body)) throw refuse('a streamed body cannot be sent again')
  if (hasBody && crossOrigin && !policy.crossOriginBody) {
    throw refuse('the body would be sent to another origin')
  }
  return {
    method: becomesGet ? 'GET' : request.method,
    url: target.href,
    origin: target.origin,
    path: target.pathname + target.search,
    headers: keptHeaders(request, { crossOrigin, hasBody }, policy),
    body: hasBody ? request.body : undefined,
  }
}

function turnsIntoGet(method: string, statusCode: number): boolean {
  if (statusCode === 303) return method !== 'HEAD' && method !== 'GET'
  return method === 'POST' && (statusCode === 301 || statusCode === 302)
}

function keptHeaders(
  request: BuiltRequest,
  { crossOrigin, hasBody }: { readonly crossOrigin: boolean; readonly hasBody: boolean },
  policy: RedirectPolicy,
): Record<string, string> {
  const kept = Object.entries(request.headers).filter(([name]) => {
    if (name.startsWith('content-') && !hasBody) return false
    return !crossOrigin || CROSS_ORIGIN_HEADERS.includes(name) || policy.keepHeaders.has(name)
  })
  return Object.fromEntries(kept)
}

/** Origin and path of the target, for errors. The query often contains codes and tokens. */
export function safeLocation(location: string, base: string): string {
  const target = URL.parse(location, base)
  if (target === null) return redactURL(location).slice(0, 200)
  return target.host === ''
    ? target.protocol
    : `${target.protocol}//${target.host}${target.pathname}`
}
