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
 * where a proxy has taken the `Accept` header away.
 */
export function readableTokenAnswers(fetch: Fetch): ProtocolFetch {
  return async (url, { body, signal, ...init }) => {
    const response = await fetch(url, {
      ...init,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    })
    return init.method === 'POST' && response.status === 200 ? await readable(response) : response
  }
}

async function readable(response: Response): Promise<Response> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  const body = isForm ? JSON.stringify(Object.fromEntries(new URLSearchParams(text))) : text
  const headers = new Headers(response.headers)
  if (isForm) headers.set('content-type', 'application/json')
  return new Response(body, { status: isError(body) ? 400 : 200, headers })
}

function isError(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'error' in body && !('access_token' in body)
  } catch {
    return false
  }
}
