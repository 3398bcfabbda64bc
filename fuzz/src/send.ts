/** Sends requests as they are, over a socket. */
import { type Agent, request } from 'node:http'
import type { FuzzRequest } from './requests.ts'

/** Whether a content type is JSON: not one of several lines, such as application/x-ndjson. */
export function isJson(type: string): boolean {
  return /^application\/([\w.-]+\+)?json(;|$)/.test(type)
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The type of answers that do not end. */
export const STREAM = 'text/event-stream'

/** Nothing on an idle machine takes a hundredth of this. */
const HANG_MS = 60_000

/**
 * Of a stream, the first part is the answer.
 *
 * @throws Error if there is no answer, or the connection breaks
 */
export async function send(origin: string, one: FuzzRequest, agent: Agent): Promise<Answer> {
  const { port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { method } = one.call
  const headers = { ...one.headers, ...(one.body && { 'content-length': String(one.body.length) }) }
  const sent = request({ host: '127.0.0.1', port, method, path: one.url, headers, agent } as object)
  sent.setTimeout(HANG_MS, () => sent.destroy(new Error(`no answer within ${HANG_MS / 1000} s`)))
  sent.on('error', reject)
  sent.on('response', (response) => {
    const parts: Buffer[] = []
    const isStream = response.headers['content-type']?.startsWith(STREAM)
    const finish = () => {
      const text = Buffer.concat(parts).toString()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      if (isStream) sent.destroy()
    }
    response.on('data', (part: Buffer) => {
      parts.push(part)
      if (isStream) finish()
    })
    response.on('error', reject)
    response.on('end', finish)
  })
  sent.end(one.body)
  return await promise
}

/** Bodies that are larger are not shown. */
const SHOWN_BYTES = 10_000

/** The request as a command, to repeat it. */
export function writeCurl(origin: string, { call, url, headers, body }: FuzzRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((item) => `-H ${quote(`${name}: ${item}`)}`),
  )
  const start = `curl -i --path-as-is -X ${call.method} ${quote(`${origin}${url}`)}`
  if (body === undefined) return [start, ...lines].join(' \\\n  ')
  if (body.length > SHOWN_BYTES) {
    const note = `--data-binary @- # with a body of ${body.length} bytes; the same seed makes it again`
    return [start, ...lines, note].join(' \\\n  ')
  }
  const text = Buffer.from(body)
  const isText =
    text.toString().isWellFormed() && Buffer.from(text.toString()).equals(text) && !text.includes(0)
  const data = isText
    ? `--data-binary ${quote(text.toString())}`
    : `--data-binary @- # with the body from: base64 -d <<< ${text.toString('base64')}`
  return [start, ...lines, data].join(' \\\n  ')
}
