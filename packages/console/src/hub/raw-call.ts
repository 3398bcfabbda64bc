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
    throw noAnswer()
  })
  if (response.ok) return response
  const { status, headers: answered } = response
  throw toError(operation, {
    status,
    text: await response.text(),
    header: (name) => answered.get(name),
  })
}

/** The parts of an answer that an error reports. */
interface Refused {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | null
}

function toError(operation: string, { status, text, header }: Refused): Error {
  if (header('content-type')?.startsWith('application/problem+json')) {
    const requestId = header('request-id') ?? undefined
    return new HubError(operation, JSON.parse(text) as ProblemDocument, requestId)
  }
  return new Error(`The answer with status ${status} is not from the hub.`)
}

const noAnswer = () => Object.assign(new Error('The hub did not answer.'), { code: 'REST_NETWORK' })

/**
 * Sends a file by POST, and returns the text of the answer. `fetch` does not report progress.
 *
 * @param onProgress gets the part that is sent, from 0 to 1
 * @throws as {@link callRaw} does
 */
export async function sendFile(
  { customer }: Pick<Session, 'customer'>,
  operation: string,
  path: string,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('Entrepot-Customer', customer)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(noAnswer())
    request.onload = () => {
      const { status, responseText: text } = request
      if (status < 300) resolve(text)
      else
        reject(
          toError(operation, { status, text, header: (name) => request.getResponseHeader(name) }),
        )
    }
    request.send(file)
  })
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
  // The browser reads the file after this task of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
