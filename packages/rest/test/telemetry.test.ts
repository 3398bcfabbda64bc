import * as rest from '@entrepot/rest'
import { buildRequest } from '@entrepot/rest/go'
import { spanAttributes } from '@entrepot/rest/telemetry'
import { context, propagation, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Echo, startEchoServer, startServer, type TestServer } from './support/servers.ts'

describe('OpenTelemetry context', () => {
  let server: TestServer
  const manager = new AsyncLocalStorageContextManager()

  beforeAll(async () => {
    server = await startEchoServer()
    context.setGlobalContextManager(manager.enable())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  })
  afterAll(async () => {
    context.disable()
    propagation.disable()
    await server.close()
  })

  const inject = (carrier: Record<string, string>) => propagation.inject(context.active(), carrier)
  const withSpan = <T>(spanId: string, run: () => T): T => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const spanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
    return context.with(trace.setSpanContext(ROOT_CONTEXT, spanContext), run)
  }

  test('is sent as traceparent of the caller to a listed origin', async () => {
    const traceContext = { origins: [`${server.origin}/ignored/path`], inject }
    await using client = rest.createClient({ traceContext })
    const ids = ['b7ad6b7169203331', 'b7ad6b7169203332', 'b7ad6b7169203333']
    const responses = await Promise.all(
      ids.map((id) => withSpan(id, () => client.send({ baseURL: server.origin }))),
    )
    expect(responses.map((response) => rest.json<Echo>(response).headers.traceparent)).toEqual(
      ids.map((id) => `00-0af7651916cd43dd8448eb211c80319c-${id}-01`),
    )
  })

  test('is not sent to other origins', async () => {
    const traceContext = { origins: ['https://internal.test'], inject }
    await using client = rest.createClient({ traceContext })
    const response = await withSpan('b7ad6b7169203331', () =>
      client.send({ baseURL: server.origin }),
    )
    expect(rest.json<Echo>(response).headers).not.toHaveProperty('traceparent')
  })

  test('stays active for the caller during the request, its retries and its streams', async () => {
    let requests = 0
    await using flaky = await startServer((_request, response) => {
      requests += 1
      response.writeHead(requests === 1 ? 503 : 200).end('x')
    })
    await using client = rest.createClient({ retry: { attempts: 2, backoff: () => 1 } })
    await withSpan('b7ad6b7169203331', async () => {
      const current = () => trace.getSpanContext(context.active())?.spanId
      await client.send({ baseURL: flaky.origin })
      expect(current()).toBe('b7ad6b7169203331')
      const streamed = await client.stream({ baseURL: flaky.origin })
      for await (const _chunk of streamed.body) expect(current()).toBe('b7ad6b7169203331')
    })
  })

  test('refuses a list of origins with an invalid URL', () => {
    expect(() => rest.createClient({ traceContext: { origins: ['api'], inject } })).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST' }),
    )
  })
})

describe('span attributes', () => {
  const request = buildRequest({ baseURL: 'https://api.test:8443/p?key=s3cret' })
  const hook = { request, attempt: 1, startedAt: 0 }

  test('follow the semantic conventions for HTTP clients', () => {
    const answer = { statusCode: 200, headers: {}, url: request.url }
    expect(spanAttributes(hook, { answer })).toEqual({
      'http.request.method': 'GET',
      'server.address': 'api.test',
      'server.port': 8443,
      'url.full': 'https://api.test:8443/p?key=[redacted]',
      'http.response.status_code': 200,
    })
  })

  test.each([
    ['http://h/', 80],
    ['https://h/', 443],
  ])('contain the default port of %s', (baseURL, port) => {
    const built = buildRequest({ baseURL })
    expect(spanAttributes({ ...hook, request: built })).toMatchObject({ 'server.port': port })
  })

  test('count resends, and contain the status or code of an error', () => {
    const answer = { statusCode: 503, headers: {}, url: request.url }
    expect(spanAttributes({ ...hook, attempt: 3 }, { answer })).toMatchObject({
      'http.request.resend_count': 2,
      'error.type': '503',
    })
    const error = new rest.RestError('no')
    expect(spanAttributes(hook, { error })).toMatchObject({ 'error.type': 'REST_ERROR' })
  })
})
