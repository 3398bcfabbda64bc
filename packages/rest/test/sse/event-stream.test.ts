/** The rules of https://html.spec.whatwg.org/multipage/server-sent-events.html, with streams that a test writes. */
import { setImmediate } from 'node:timers/promises'
import { createClient, createFetch, HttpStatusError, ResponseError } from '@entrepot/rest'
import {
  type EventStreamInit,
  type EventStreamOptions,
  eventStream,
  type ServerEvent,
} from '@entrepot/rest/sse'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../support/servers.ts'

type Piece = string | Uint8Array

/** A stream of events with these pieces, that then ends. */
function answer(pieces: readonly Piece[], headers = {}): globalThis.Response {
  const body = ReadableStream.from(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  )
  return new Response(body as never, {
    headers: { 'content-type': 'text/event-stream', ...headers },
  })
}

/** All events of these connections; the answer 204 ends the loop. */
async function read(connections: readonly (readonly Piece[])[], options: EventStreamOptions = {}) {
  const sent: (string | undefined)[] = []
  const rest = [...connections]
  const open = async ({ headers }: EventStreamInit) => {
    sent.push(headers['last-event-id'])
    const pieces = rest.shift()
    return pieces === undefined ? new Response(null, { status: 204 }) : answer(pieces)
  }
  const stream = eventStream(open, { retryMs: 1, ...options })
  const events: ServerEvent[] = []
  for await (const event of stream) events.push(event)
  return { events, sent, lastEventId: stream.lastEventId, data: events.map(({ data }) => data) }
}

describe('parsing (9.2.6)', () => {
  test.each<[string, string, readonly [string, string, string][]]>([
    ['an event', 'data: a\n\n', [['message', 'a', '']]],
    ['fields of all kinds', 'event: add\nid: 7\ndata: a\n\n', [['add', 'a', '7']]],
    ['lines of data', 'data: a\ndata:b\ndata:  c\n\n', [['message', 'a\nb\n c', '']]],
    [
      'empty data',
      'data\n\ndata\ndata\n\ndata:',
      [
        ['message', '', ''],
        ['message', '\n', ''],
      ],
    ],
    ['comments and unknown fields', ': hi\nfoo: bar\nData: x\ndata: a\n\n', [['message', 'a', '']]],
    ['a block without data', 'event: x\n\ndata: a\n\n', [['message', 'a', '']]],
    [
      'an id that stays',
      'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
      [
        ['message', 'a', '1'],
        ['message', 'b', '1'],
        ['message', 'c', ''],
      ],
    ],
    ['an id without an event', 'id: 5\n\ndata: a\n\n', [['message', 'a', '5']]],
    [
      'an id with NUL',
      'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n',
      [
        ['message', 'a', '1'],
        ['message', 'b', '1'],
      ],
    ],
    [
      'CR',
      'data: a\r\rdata: b\r\r',
      [
        ['message', 'a', ''],
        ['message', 'b', ''],
      ],
    ],
    ['CRLF', 'data: a\r\ndata: b\r\n\r\n', [['message', 'a\nb', '']]],
    [
      'line ends of all kinds',
      'data: a\rdata: b\ndata: c\r\n\ndata: d\n\r',
      [
        ['message', 'a\nb\nc', ''],
        ['message', 'd', ''],
      ],
    ],
    ['a BOM', '\ufeffdata: a\n\n\ufeffdata: b\n\n', [['message', 'a', '']]],
    ['an event that is not finished', 'data: a\n\ndata: b\n', [['message', 'a', '']]],
    ['an empty type', 'event:\ndata: a\n\n', [['message', 'a', '']]],
  ])('%s', async (_what, text, expected) => {
    const { events } = await read([[text]])
    expect(events.map(({ type, data, lastEventId }) => [type, data, lastEventId])).toEqual(expected)
  })

  test('the same bytes in any pieces are the same events', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        'data: ä',
        'data:€ 𝄞',
        'data',
        'id: 1',
        'id: é',
        'event: x',
        ': comment',
        'retry: 1',
        '',
        '',
        '',
        '\ufeffdata: b',
        'data: \ufeff',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    const streams = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(streams, fc.array(fc.nat(), { maxLength: 40 }), async (lines, cuts) => {
        const bytes = Buffer.from(lines.flat().join(''))
        const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort(
          (one, other) => one - other,
        )
        const pieces = [0, ...places].map((from, index) => bytes.subarray(from, places[index]))
        const whole = await read([[bytes]])
        expect(await read([pieces])).toEqual(whole)
        expect(await read([Array.from(bytes, (byte) => Uint8Array.of(byte))])).toEqual(whole)
      }),
      { numRuns: 200 },
    )
  })

  test('text that is no stream of events never makes it fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 })), async (pieces) => {
        await read([pieces])
      }),
      { numRuns: 200 },
    )
  })
})

describe('reconnection (9.2.3)', () => {
  test('the last id is sent, also one without an event and one of other characters, and 204 ends the loop', async () => {
    const { sent, lastEventId } = await read([
      ['id: 1\ndata: a\n\n'],
      ['id: é\n\n'],
      ['id\ndata: b\n\n'],
      ['data: c\n\n'],
    ])
    expect(sent).toEqual([undefined, '1', 'Ã©', undefined, undefined])
    expect(lastEventId).toBe('')
    expect((await read([['data: a\n\n']], { lastEventId: '9' })).sent).toEqual(['9', '9'])
  })

  test('an event that was not finished does not move the position', async () => {
    expect((await read([['id: 1\ndata: a\n\nid: 2\ndata: b\n'], ['data: c\n\n']])).sent).toEqual([
      undefined,
      '1',
      '1',
    ])
  })

  test('the position is that of the event that the loop has, not of what arrived with it', async () => {
    const stream = eventStream(async () => answer(['id: 1\ndata: a\n\nid: 2\ndata: b\n\n']))
    for await (const { data } of stream) {
      expect([data, stream.lastEventId]).toEqual(['a', '1'])
      break
    }
    expect(stream.lastEventId).toBe('1')
  })

  test('the pause is at least the one that the server asks for, grows and is bounded, and Retry-After counts', async () => {
    const delays: number[] = []
    const timeout = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      ms: number,
    ) => {
      if (ms !== 60_000) delays.push(ms)
      queueMicrotask(run)
    }) as never)
    onTestFinished(() => void timeout.mockRestore())
    const answers = [
      () => answer(['retry: 2000\n\n']),
      ...Array.from({ length: 6 }, () => () => new Response(null, { status: 503 })),
      () => new Response(null, { status: 429, headers: { 'retry-after': '120' } }),
      () => new Response(null, { status: 204 }),
    ]
    const stream = eventStream(async () => (answers.shift() as () => globalThis.Response)(), {
      idleMs: false,
      maxRetryMs: 10_000,
    })
    for await (const _event of stream);
    const bounds = [
      [2, 3],
      [2, 3],
      [2, 4],
      [4, 8],
      [5, 10],
      [5, 10],
      [5, 10],
      [120, 120],
    ]
    expect(delays).toHaveLength(bounds.length)
    for (const [index, [least = 0, most = 0]] of bounds.entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(least * 1_000)
      expect(delays[index]).toBeLessThanOrEqual(most * 1_000)
    }
  })

  test('a network that fails is tried again, up to maxFailures in a row', async () => {
    let attempts = 0
    const interruptions: unknown[] = []
    const failure = new TypeError('fetch failed')
    const open = async () => {
      attempts += 1
      if (attempts === 3) return answer(['data: a\n\n'])
      throw failure
    }
    const options = {
      retryMs: 1,
      maxFailures: 3,
      onInterruption: (error: unknown) => interruptions.push(error),
    }
    const seen: string[] = []
    const loop = (async () => {
      for await (const { data } of eventStream(open, options)) seen.push(data)
    })()
    await expect(loop).rejects.toBe(failure)
    expect(seen).toEqual(['a'])
    expect(attempts).toBe(6)
    expect(interruptions).toEqual([failure, failure, expect.any(ResponseError), failure, failure])
  })

  test.each([500, 502, 503, 504, 408, 425, 429])(
    'after the status %i it tries again',
    async (status) => {
      const answers = [new Response('no', { status }), answer(['data: a\n\n'])]
      const stream = eventStream(
        async () => answers.shift() ?? new Response(null, { status: 204 }),
        { retryMs: 1 },
      )
      const events: ServerEvent[] = []
      for await (const event of stream) events.push(event)
      expect(events).toHaveLength(1)
    },
  )

  test.each([301, 400, 401, 403, 404, 410])(
    'the status %i ends the loop, with the answer',
    async (status) => {
      const open = async () =>
        new Response('x'.repeat(100_000), { status, headers: { 'x-a': 'b' } })
      const error = await eventStream(open)
        [Symbol.asyncIterator]()
        .next()
        .catch((reason) => reason)
      expect(HttpStatusError.is(error)).toBe(true)
      expect(error.statusCode).toBe(status)
      expect(error.response.body).toHaveLength(65_536)
      expect(error.response.headers['x-a']).toEqual(['b'])
    },
  )

  test.each(['text/plain', 'text/event-stream-x', 'application/json; x=text/event-stream', ''])(
    'the type %j ends the loop',
    async (type) => {
      const open = async () => answer(['data: a\n\n'], { 'content-type': type })
      const error = await eventStream(open)
        [Symbol.asyncIterator]()
        .next()
        .catch((reason) => reason)
      expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'protocol' })
    },
  )

  test.each(['Text/Event-Stream', 'text/event-stream;charset=utf-8', 'text/event-stream ; x'])(
    'the type %s is read',
    async (type) => {
      const open = async () => answer(['data: a\n\n'], { 'content-type': type })
      expect((await eventStream(open)[Symbol.asyncIterator]().next()).value?.data).toBe('a')
    },
  )

  test('a URL that is none, and a URL that a guard refuses, end the loop', async () => {
    const guarded = createFetch(createClient({ guard: true }))
    for (const source of [
      'nonsense',
      (init: EventStreamInit) => guarded('http://127.0.0.1/', init),
    ]) {
      const first = eventStream(source, { maxFailures: 1 })[Symbol.asyncIterator]().next()
      await expect(first).rejects.toThrow()
    }
    const blocked = eventStream((init) => guarded('http://127.0.0.1/', init))
      [Symbol.asyncIterator]()
      .next()
    await expect(blocked).rejects.toMatchObject({ cause: { code: 'REST_BLOCKED_ADDRESS' } })
  })
})

describe('bounds', () => {
  test.each([
    ['one line', 'data: ', 'x'.repeat(2_000), '\n\n'],
    ['many lines', 'data: a\n'.repeat(600), 'data: a\n'.repeat(600), '\n'],
    ['a line that never ends', ...Array.from({ length: 30 }, () => 'data: '.repeat(20))],
  ])('an event of %s that is too long ends the loop', async (_what, ...pieces) => {
    const loop = read([['data: first\n\n', ...pieces]], { maxCharacters: 1_000 })
    await expect(loop).rejects.toMatchObject({ code: 'REST_TOO_LARGE', limitBytes: 1_000 })
    await expect(
      read([['data: first\n\n', pieces.join('')]], { maxCharacters: 1_000 }),
    ).rejects.toMatchObject({
      code: 'REST_TOO_LARGE',
    })
  })

  test('many short events are not too long, and those before a long one are delivered', async () => {
    const seen: string[] = []
    const stream = eventStream(
      async () => answer([`${'data: a\n\n'.repeat(1_000)}data: ${'x'.repeat(200)}\n\n`]),
      { maxCharacters: 100 },
    )
    await expect(
      (async () => {
        for await (const { data } of stream) seen.push(data)
      })(),
    ).rejects.toMatchObject({ code: 'REST_TOO_LARGE' })
    expect(seen).toHaveLength(1_000)
  })

  test('the stream is read only as fast as the loop takes the events', async () => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(Buffer.from(`data: ${pulled}\n\n`))
        },
      },
      { highWaterMark: 0 },
    )
    const open = async () =>
      new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    const events = eventStream(open)[Symbol.asyncIterator]()
    await events.next()
    await events.next()
    await setImmediate()
    expect(pulled).toBe(2)
    await events.return?.()
  })
})

describe('over a connection', () => {
  test('leaving the loop, and aborting the signal, close it', async () => {
    const closed: Promise<void>[] = []
    const server = await startServer((_request, response) => {
      closed.push(new Promise((resolve) => response.on('close', () => resolve())))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: a\n\n')
    })
    onTestFinished(() => server.close())
    for await (const _event of eventStream(server.origin)) break
    await closed[0]
    const controller = new AbortController()
    for await (const _event of eventStream(server.origin, { signal: controller.signal }))
      controller.abort()
    await closed[1]
    for await (const _event of eventStream(server.origin, { signal: AbortSignal.abort() }))
      expect.fail()
    expect(closed).toHaveLength(2)
  })

  test('one that is silent for too long is opened again, before and after the headers', async () => {
    let requests = 0
    const server = await startServer((_request, response) => {
      requests += 1
      if (requests === 1) return
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (requests === 2) response.flushHeaders()
      else response.write('data: a\n\n')
    })
    onTestFinished(() => server.close())
    const reasons: unknown[] = []
    const options = {
      idleMs: 30,
      retryMs: 1,
      onInterruption: (error: unknown) => reasons.push(error),
    }
    for await (const { data } of eventStream(server.origin, options)) {
      expect(data).toBe('a')
      break
    }
    expect(reasons.length).toBeGreaterThanOrEqual(2)
    expect(reasons[0]).toMatchObject({ code: 'REST_TIMEOUT', phase: 'idle' })
  })

  test('the fetch of a client can open it, with a POST and its own headers', async () => {
    const server = await startServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        `data: ${request.method} ${request.headers.authorization} ${request.headers.accept}\n\n`,
      )
    })
    onTestFinished(() => server.close())
    const client = createClient({ timeout: { idle: false } })
    onTestFinished(() => client.close())
    const fetch = createFetch(client)
    const stream = eventStream((init) =>
      fetch(server.origin, {
        ...init,
        method: 'POST',
        body: '{}',
        headers: { ...init.headers, authorization: 'a' },
      }),
    )
    for await (const { data } of stream) {
      expect(data).toBe('POST a text/event-stream')
      break
    }
  })
})
