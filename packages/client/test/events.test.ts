/** The loop over events, against a server that interrupts it in the ways in which hubs and networks do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, type EventsOptions, isProblem, UnexpectedAnswerError } from '../src/index.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A hub that answers each request with the next of these. */
async function hubThat(answers: readonly Answer[]) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answers[requests.length - 1]?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const hub = `http://127.0.0.1:${port}`
  const client = createClient({ hub, key: 'ent_c1_secret' })
  onTestFinished(() => client.close())
  return {
    hub,
    client,
    requests,
    sent: () => requests.map(({ headers }) => headers['last-event-id']),
  }
}

const begin = (response: ServerResponse, text: string) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`retry: 1\n\n${text}`)
}

const eventOf = (id: number, cursor?: string) =>
  `${cursor === undefined ? '' : `id: ${cursor}\n`}data: {"Id":"evt_${id}","Type":"order.created"}\n\n`

const refusal = (status: number, code: string, headers = {}): Answer => {
  const body = { type: 'x', title: 'Refused', status, code, detail: 'Change it.' }
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** The ids of the first events, and the cursor after each. */
async function take(
  count: number,
  client: ReturnType<typeof createClient>,
  options: EventsOptions = {},
) {
  const feed = client.events(options)
  const taken: [string, string | undefined][] = []
  for await (const { Id } of feed) {
    taken.push([Id, feed.cursor])
    if (taken.length === count) break
  }
  return taken
}

test('an interrupted stream goes on after the last cursor, in the middle of an event, too', async () => {
  const { client, requests, sent } = await hubThat([
    (response) => {
      begin(response, `event: cursor\nid: c0\ndata:\n\n${eventOf(1)}${eventOf(2, 'c2')}`)
      response.write('data: {"Id":"evt_3"', () => response.destroy())
    },
    (response) => {
      begin(response, ': \n\n')
      response.end(eventOf(3, 'c3'))
    },
    (response) => begin(response, eventOf(4, 'c4')),
  ])
  const interruptions: unknown[] = []
  let opened = 0
  const taken = await take(4, client, {
    onOpen: () => {
      opened += 1
    },
    types: ['order.*', 'key.created'],
    subject: 'order:7',
    onInterruption: (error) => interruptions.push(error),
  })
  expect(taken).toEqual([
    ['evt_1', 'c0'],
    ['evt_2', 'c2'],
    ['evt_3', 'c3'],
    ['evt_4', 'c4'],
  ])
  expect(sent()).toEqual([undefined, 'c2', 'c3'])
  expect(requests[2]?.url).toBe('/v2/events/stream?types=order.*%2Ckey.created&subject=order%3A7')
  expect(requests[2]?.headers['x-api-key']).toBe('ent_c1_secret')
  expect(interruptions).toHaveLength(2)
  expect(opened).toBe(3)
})

test('a stored cursor is sent, and a message without an event moves it', async () => {
  const { client, sent } = await hubThat([
    (response) => {
      begin(response, `event: cursor\nid: c8\ndata:\n\n`)
      response.end()
    },
    (response) => begin(response, eventOf(9)),
  ])
  expect(await take(1, client, { after: 'c7' })).toEqual([['evt_9', 'c8']])
  expect(sent()).toEqual(['c7', 'c8'])
})

test('a hub that is down or has too many streams is asked again, and other refusals end the loop', async () => {
  const { client, requests } = await hubThat([
    (response) => {
      begin(response, '')
      response.end()
    },
    (response) => response.destroy(),
    refusal(503, 'MARKET_UNAVAILABLE'),
    refusal(429, 'MARKET_RATE_LIMITED', { 'retry-after': '0' }),
    refusal(401, 'MARKET_UNAUTHENTICATED'),
  ])
  const reasons: unknown[] = []
  const failure = await take(1, client, { onInterruption: (error) => reasons.push(error) }).catch(
    (error) => error,
  )
  expect(isProblem(failure, 'MARKET_UNAUTHENTICATED')).toBe(true)
  expect(requests).toHaveLength(5)
  expect(reasons.map((reason) => isProblem(reason) && reason.code)).toEqual([
    false,
    false,
    'MARKET_UNAVAILABLE',
    'MARKET_RATE_LIMITED',
  ])
})

test('an answer that is no stream ends the loop', async () => {
  const { client } = await hubThat([(response) => response.end('{}')])
  const failure = await take(1, client).catch((error) => error)
  expect(failure).toBeInstanceOf(UnexpectedAnswerError)
})

test('a redirect ends the loop, and the key is sent to no other host', async () => {
  const other = await hubThat([(response) => begin(response, eventOf(1, 'c1'))])
  const { client } = await hubThat([
    (response) => response.writeHead(307, { location: `${other.hub}/v2/events/stream` }).end(),
  ])
  const failure = await take(1, client).catch((error) => error)
  expect(failure).toBeInstanceOf(UnexpectedAnswerError)
  expect(failure.status).toBe(307)
  expect(other.requests).toEqual([])
})

test('an aborted loop ends without an error, and closes its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { client } = await hubThat([
    (response) => {
      response.on('close', () => closed.resolve())
      begin(response, eventOf(1, 'c1') + eventOf(2, 'c2'))
    },
  ])
  const controller = new AbortController()
  const ids: string[] = []
  for await (const { Id } of client.events({ signal: controller.signal })) {
    ids.push(Id)
    controller.abort()
  }
  await closed.promise
  expect(ids).toEqual(['evt_1'])
})

test('a loop that is left closes its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { client } = await hubThat([
    (response) => {
      response.on('close', () => closed.resolve())
      begin(response, eventOf(1, 'c1'))
    },
  ])
  await take(1, client)
  await closed.promise
})
