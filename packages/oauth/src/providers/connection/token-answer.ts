/** Answers of token endpoints that are not quite as RFC 6749 says, put right before the protocol library reads them. */
import type { Fetch } from '@entrepot/rest'

/** A `fetch` as the protocol library calls it. */
export type ProtocolFetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: URLSearchParams | string | undefined
    readonly redirect: 'manual'
    readonly signal?: AbortSignal | undefined
  },
) => Promise<Response>

/**
 * Wraps a `fetch`. GitHub answers a failed exchange with status 200 and an error in the body, and answers in form encoding
 * where a proxy has taken the `Accept` header away. Twitch lists scopes. Others leave `token_type` out, or send optional members as null or
 * as an empty text.
 */
export function readableTokenAnswers(fetch: Fetch): ProtocolFetch {
  return async (url, { body, signal, ...init }) => {
    const response = await fetch(url, {
      ...init,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    })
    if (init.method !== 'POST') return response
    if (response.status === 401) return withoutChallenge(response)
    return response.status === 200 ? await readable(response) : response
  }
}

/** The challenge of a refused client (RFC 6749, section 5.2) would hide the error in the body, which says more. */
function withoutChallenge(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.delete('www-authenticate')
  return new Response(response.body, { status: response.status, headers })
}

async function readable(response: Response): Promise<Response> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  const headers = new Headers(response.headers)
  if (isForm) headers.set('content-type', 'application/json')
  const body: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : parse(text)
  if (!isRecord(body)) return new Response(text, { headers })
  const isError = 'error' in body && !('access_token' in body)
  return new Response(JSON.stringify(repaired(body)), { status: isError ? 400 : 200, headers })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members of an answer that may be missing (RFC 6749, section 5.1). */
const OPTIONAL = ['expires_in', 'refresh_token', 'id_token', 'scope'] as const

/**
 * The answer as RFC 6749, section 5.1 has it: optional members that are null or empty are missing, the scopes of a list are one text, and a
 * token of no type is a bearer token, which is all that is asked for. Pure.
 */
function repaired(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { scope } = answer
  const kept: Record<string, unknown> = {
    ...answer,
    token_type: answer.token_type || 'Bearer',
    scope: Array.isArray(scope) ? scope.join(' ') : scope,
  }
  for (const name of OPTIONAL) if (kept[name] === null || kept[name] === '') delete kept[name]
  return kept
}
