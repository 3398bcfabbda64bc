/** A client of streams of events that shows every byte, for tests. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createParser } from 'eventsource-parser'

export interface TestStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** The events so far, as they are on the wire. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every type
  readonly events: any[]
  /** The id of the last message. */
  readonly cursor: () => string | undefined
  /** Comments so far. */
  readonly comments: () => number
  /** Fulfilled when the stream has ended: whether in order. */
  readonly ended: Promise<'end' | 'broken'>
  /** The body of a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: a problem document
  readonly problem: () => any
  readonly response: IncomingMessage
  close(): void
}

export interface StreamOptions {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Opens a stream, and waits for its headers. */
export async function openStream(
  address: string,
  key: string,
  { query = '', headers = {} }: StreamOptions = {},
): Promise<TestStream> {
  const sent = request(`${address}/v2/events/stream${query}`, {
    headers: { 'x-api-key': key, ...headers },
    agent: false,
  })
  sent.end()
  const response = await responseOf(sent)
  const events: unknown[] = []
  let cursor: string | undefined
  let comments = 0
  let text = ''
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (id !== undefined) cursor = id
      if (event === undefined) events.push(JSON.parse(data))
    },
    onComment: () => {
      comments += 1
    },
  })
  const isStream = response.headers['content-type']?.startsWith('text/event-stream')
  response.setEncoding('utf8').on('data', (chunk: string) => {
    if (isStream) parser.feed(chunk)
    else text += chunk
  })
  const { promise: ended, resolve } = Promise.withResolvers<'end' | 'broken'>()
  response.on('end', () => resolve('end'))
  response.on('error', () => resolve('broken'))
  response.on('close', () => resolve('broken'))
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    cursor: () => cursor,
    comments: () => comments,
    ended,
    problem: () => JSON.parse(text),
    response,
    close: () => void sent.destroy(),
  }
}

function responseOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
}
