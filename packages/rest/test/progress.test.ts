import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { createClient, type RestError } from '@entrepot/rest'
import { type Progress, progress } from '@entrepot/rest/progress'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bodyOf, failureOf, startServer } from './support/servers.ts'

function clientOf() {
  const client = createClient({ retry: { attempts: 2, backoff: () => 0 } })
  onTestFinished(() => client.close())
  return client
}

/** What is reported must begin at 0, grow, and end with `done`. */
function checkRun(reports: readonly Progress[], bytes: number, total: number | undefined) {
  expect(reports[0]).toEqual({ bytes: 0, total, done: false })
  expect(reports.at(-1)).toEqual({ bytes, total, done: true })
  const sizes = reports.map((report) => report.bytes)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  expect(reports.filter(({ done }) => done)).toHaveLength(1)
}

async function echo() {
  const server = await startServer(async (request, response) => {
    const body = await bodyOf(request)
    response.end(`${request.headers['content-length']} ${Buffer.byteLength(body)}`)
  })
  onTestFinished(() => server.close())
  return server
}

describe('uploads', () => {
  test.each([
    ['text', 'é'.repeat(100_000), 200_000],
    ['bytes', randomBytes(200_000), 200_000],
    ['a few bytes', 'x', 1],
  ])('of %s are reported by bytes, with their total', async (_what, body, length) => {
    const server = await echo()
    const reports: Progress[] = []
    const interceptors = [
      progress({ onUpload: (report) => reports.push(report), everyBytes: 50_000 }),
    ]
    const { body: answer } = await clientOf().send(
      { method: 'PUT', baseURL: server.origin, body },
      { interceptors },
    )
    expect(answer.split(' ')[0]).toBe(String(length))
    checkRun(reports, length, length)
    expect(reports.length).toBeLessThanOrEqual(2 + length / 50_000)
  })

  test.each([
    ['with a length', { 'content-length': '100000' }, 100_000],
    ['without one', {}, undefined],
  ])('of streams %s are reported', async (_what, headers, total) => {
    const server = await echo()
    const reports: Progress[] = []
    const body = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(10_000)))
    const interceptors = [
      progress({ onUpload: (report) => reports.push(report), everyBytes: 30_000 }),
    ]
    const answer = await clientOf().stream(
      { method: 'PUT', baseURL: server.origin, body, headers },
      { interceptors },
    )
    expect(await text(answer.body)).toContain('100000')
    checkRun(reports, 100_000, total)
    expect(reports.map(({ bytes }) => bytes)).toEqual([0, 30_000, 60_000, 90_000, 100_000])
  })

  test('without a body are not reported', async () => {
    const server = await echo()
    const onUpload = () => expect.fail('nothing is uploaded')
    await clientOf().send({ baseURL: server.origin }, { interceptors: [progress({ onUpload })] })
  })

  test('start again with a retry', async () => {
    let requests = 0
    const server = await startServer(async (request, response) => {
      await bodyOf(request)
      requests += 1
      response.writeHead(requests === 1 ? 503 : 200).end('ok')
    })
    onTestFinished(() => server.close())
    const reports: Progress[] = []
    const interceptors = [progress({ onUpload: (report) => reports.push(report) })]
    await clientOf().send(
      { method: 'PUT', baseURL: server.origin, body: 'x'.repeat(100_000) },
      { interceptors },
    )
    const second = reports.findLastIndex(({ bytes }) => bytes === 0)
    expect(second).toBeGreaterThan(0)
    checkRun(reports.slice(0, second), 100_000, 100_000)
    checkRun(reports.slice(second), 100_000, 100_000)
  })

  test('are not ahead of a server that does not read', async () => {
    const server = await startServer((request) => void request.pause())
    onTestFinished(() => server.close())
    let last = 0
    const bytes = 50_000_000
    const onUpload = (report: Progress) => {
      last = report.bytes
    }
    const interceptors = [progress({ onUpload })]
    const sent = clientOf().send(
      { method: 'PUT', baseURL: server.origin, body: new Uint8Array(bytes) },
      { interceptors, timeout: 300 },
    )
    await expect(sent).rejects.toMatchObject({ code: 'REST_TIMEOUT' })
    expect(last).toBeLessThan(bytes / 2)
  })

  test('destroy their source when the request fails', async () => {
    const body = Readable.from(['x'])
    const interceptors = [progress({ onUpload: () => {} })]
    const sent = clientOf().stream(
      { method: 'PUT', baseURL: 'http://127.0.0.1:1/', body },
      { interceptors },
    )
    await expect(sent).rejects.toMatchObject({ code: 'REST_CONNECT' })
    expect(body.destroyed).toBe(true)
  })
})

describe('downloads', () => {
  const content = randomBytes(150_000).toString('base64')

  test('are reported by bytes on the wire, before decompression, buffered and streamed', async () => {
    const zipped = gzipSync(content)
    const server = await startServer((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/' }).end('moved')
      else
        response
          .writeHead(200, { 'content-encoding': 'gzip', 'content-length': zipped.length })
          .end(zipped)
    })
    onTestFinished(() => server.close())
    const client = clientOf()
    for (const streamed of [false, true]) {
      const reports: Progress[] = []
      const options = {
        interceptors: [progress({ onDownload: (report) => reports.push(report), everyBytes: 1 })],
      }
      const request = { baseURL: `${server.origin}/old` }
      const body = streamed
        ? await text((await client.stream(request, options)).body)
        : (await client.send(request, options)).body
      expect(body).toBe(content)
      checkRun(reports, zipped.length, zipped.length)
    }
  })

  test('without a length have no total', async () => {
    const server = await startServer((_request, response) => {
      response.write('a')
      response.end('b')
    })
    onTestFinished(() => server.close())
    const reports: Progress[] = []
    const interceptors = [progress({ onDownload: (report) => reports.push(report) })]
    await clientOf().send({ baseURL: server.origin }, { interceptors })
    checkRun(reports, 2, undefined)
    expect(reports).toHaveLength(2)
  })

  test('fail with what the function throws, and the connection is closed', async () => {
    const server = await startServer((_request, response) => void response.end(content))
    onTestFinished(() => server.close())
    const cause = new Error('no such element')
    for (const when of [0, 1]) {
      const onDownload = ({ bytes }: Progress) => {
        if (bytes >= when) throw cause
      }
      const sent = clientOf().send(
        { baseURL: server.origin },
        { interceptors: [progress({ onDownload, everyBytes: 1 })] },
      )
      const error = (await failureOf(sent)) as RestError
      expect([error.code, error.cause]).toEqual(['REST_ERROR', cause])
    }
  })

  test('can be reported for all requests of a client, beside uploads', async () => {
    const server = await echo()
    const names: string[] = []
    const report =
      (name: string) =>
      ({ done }: Progress) =>
        void (done && names.push(name))
    const interceptors = [progress({ onUpload: report('up'), onDownload: report('down') })]
    const client = createClient({ interceptors })
    onTestFinished(() => client.close())
    await client.send({ method: 'POST', baseURL: server.origin, body: 'x' })
    expect(names).toEqual(['up', 'down'])
  })
})

test('everyBytes must be a positive number', () => {
  expect(() => progress({ everyBytes: 0 })).toThrow(RangeError)
  expect(() => createClient({ interceptors: [() => {}] as never })).toThrow('interceptors')
  expect(() => createClient({ interceptors: {} as never })).toThrow('interceptors')
})
