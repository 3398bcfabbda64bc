/** Calls whose body or answer is a file, which the client would hold in memory as text. */
import { HubError, type ProblemDocument } from '@entrepot/client'
import type { Session } from './session.tsx'

/**
 * Sends a request with the session of the browser.
 *
 * @throws HubError if the hub refuses; an error with a code that begins with `REST_` if it does not answer
 */
export async function callRaw(
  { customer }: Pick<Session, 'customer'>,
  operation: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...(init.headers as object), 'Entrepot-Customer': customer }
  const response = await fetch(path, { ...init, headers }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw Object.assign(new Error('The hub did not answer.', { cause }), { code: 'REST_NETWORK' })
  })
  if (response.ok) return response
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    const requestId = response.headers.get('request-id') ?? undefined
    throw new HubError(operation, JSON.parse(text) as ProblemDocument, requestId)
  }
  throw new Error(`The answer has the status ${response.status}, and is not from the hub.`)
}

/** Reads a file of the hub, and lets the browser store it. */
export async function download(
  session: Pick<Session, 'customer'>,
  operation: string,
  path: string,
  name: string,
): Promise<void> {
  const response = await callRaw(session, operation, path)
  const url = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser reads the file after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
