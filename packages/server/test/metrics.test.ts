import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { execute, openDatabase, sql, transaction } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createLogger } from '../src/operations/logger.ts'
import { createHubMetrics } from '../src/operations/metrics/metrics.ts'
import { startHubHere } from '../src/testing.ts'

const TOKEN = 'a-token-for-metrics-of-this-test'

let folder: string
let store: TestDatabase
let collector: Server
const spans: Span[] = []
let hub: Awaited<ReturnType<typeof startHubHere>>

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

/** An OTLP/HTTP receiver (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
async function startCollector(): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-metrics-'))
  store = await createTestDatabase()
  collector = await startCollector()
  const { port } = collector.address() as AddressInfo
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  hub = await startHubHere({
    DATABASE_URL: store.url,
    ENTREPOT_DATA: folder,
    ENTREPOT_METRICS_PORT: '0',
    ENTREPOT_METRICS_TOKEN: TOKEN,
    LOG_REQUESTS: 'true',
  })
})
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  await hub.end()
  collector.close()
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

const AUTHORIZATION = `Bearer ${TOKEN}`
const scrape = async () =>
  await (await fetch(`${hub.url}/metrics`, { headers: { authorization: AUTHORIZATION } })).text()

/** The values of a metric, by their labels. */
async function valuesOf(name: string): Promise<Readonly<Record<string, number>>> {
  const rows = [...(await scrape()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
  return Object.fromEntries(
    rows.filter((row) => row[1] === name).map((row) => [row[2] ?? '', Number(row[3])]),
  )
}

const key = () => hub.merchantKey ?? ''

describe('metrics', () => {
  test('are served only with the token, on the port of the hub and on their own', async () => {
    expect(hub.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    for (const url of [`${hub.url}/metrics`, hub.metricsUrl ?? '']) {
      for (const wrong of ['', 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
        const refused = await fetch(url, { headers: { authorization: wrong } })
        expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
        expect(await refused.text()).not.toContain(TOKEN)
      }
      const answer = await fetch(url, { headers: { authorization: AUTHORIZATION } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    }
    const beside = new URL('/v2/orders', hub.metricsUrl)
    expect((await fetch(beside, { headers: { authorization: AUTHORIZATION } })).status).toBe(404)
  })

  test('count requests by route and status, and never have a path or a key as a label', async () => {
    const name = 'entrepot_http_requests_total'
    const route = 'method="GET",route="/v2/products/:reference"'
    const before = await valuesOf(name)
    for (const path of ['MUG', 'MUG', 'NO-SUCH-MUG'])
      await (await fetch(`${hub.url}/v2/products/${path}?apikey=${key()}`)).text()
    await (await fetch(`${hub.url}/nothing/${key()}`)).text()
    const grown = async (labels: string) =>
      ((await valuesOf(name))[labels] ?? 0) - (before[labels] ?? 0)
    await expect.poll(() => grown(`${route},status="200"`)).toBe(2)
    await expect.poll(() => grown(`${route},status="404"`)).toBe(1)
    await expect.poll(() => grown('method="GET",route="none",status="404"')).toBe(1)
    expect((await valuesOf('entrepot_http_request_duration_seconds_count'))[route]).toBeGreaterThan(
      2,
    )
    const all = await scrape()
    expect(all).not.toContain('MUG')
    expect(all).not.toContain(key())
  })

  test('show a session that waits for a lock', async () => {
    const database = await openDatabase({ url: store.url })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holder = transaction(database, async (tx) => {
      await execute(tx, sql`select from marketplace.customers for update`)
      locked.resolve()
      await held
    })
    await locked.promise
    const waiter = execute(database, sql`select from marketplace.customers for update`)
    await expect.poll(async () => (await valuesOf('entrepot_database_lock_waits'))['']).toBe(1)
    expect((await valuesOf('entrepot_database_lock_wait_longest_seconds'))['']).toBeGreaterThan(0)
    release()
    await Promise.all([holder, waiter])
    await expect.poll(async () => (await valuesOf('entrepot_database_lock_waits'))['']).toBe(0)
    await database.end()
  })

  test('show what a channel has to process, and when it polled', async () => {
    const [channel] = hub.channels
    await fetch(`${hub.url}/v2/products/data`, { headers: { 'x-api-key': channel?.key ?? '' } })
    const labels = `customer="1",channel="${channel?.id}"`
    const pending = await valuesOf('entrepot_sync_pending')
    expect(pending[`${labels},feed="products"`]).toBeGreaterThan(0)
    const polled = await valuesOf('entrepot_sync_last_poll_timestamp_seconds')
    expect(polled[labels]).toBeGreaterThan(1_700_000_000)
  })

  test('are served without the database, and say that it is down', async () => {
    const own = await openDatabase({ url: store.url })
    const metrics = createHubMetrics(own)
    expect(await metrics.render()).toContain('entrepot_database_up 1')
    await own.end()
    const down = await metrics.render()
    expect(down).toContain('entrepot_database_up 0')
    expect(down).not.toMatch(/^entrepot_(database_lock_waits|sync_pending\{)/m)
  })

  test('exist under every name that the dashboard and the alert rules use', async () => {
    const all = await scrape()
    const names = new Set(
      [...all.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
      ),
    )
    const read = async (file: string) =>
      await readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')
    const { panels } = JSON.parse(await read('grafana/entrepot.json'))
    const { groups } = parse(await read('prometheus/alerts.yaml'))
    const expressions: string[] = [
      ...panels.flatMap((panel: { targets: { expr: string }[] }) =>
        panel.targets.map(({ expr }) => expr),
      ),
      ...groups.flatMap((group: { rules: { expr: string }[] }) =>
        group.rules.map(({ expr }) => expr),
      ),
    ]
    const used = expressions.flatMap(
      (text) => text.match(/\b(entrepot|oauth|process|nodejs)_\w+/g) ?? [],
    )
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((name) => !names.has(name))).toEqual([])
  })
})

describe('traces', () => {
  test('contain a request, its statements, and neither keys nor values of parameters', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`
    await fetch(`${hub.url}/v2/orders?apikey=${key()}&channelReference=LOOKED-FOR`, {
      headers: { traceparent },
    })
    const body = JSON.stringify({ MerchantProductReference: 'TRACED', Name: 'Secret lamp' })
    const headers = { traceparent, 'x-api-key': key(), 'content-type': 'application/json' }
    await fetch(`${hub.url}/v2/products`, { method: 'POST', headers, body })
    // A key that someone has put into the path.
    await fetch(`${hub.url}/v2/products/${key()}`, { headers })
    const ours = () => spans.filter((span) => span.traceId === traceId)
    const named = (name: string) => ours().find((span) => span.name === name)
    await expect.poll(() => named('POST /v2/products')).toBeDefined()
    await expect.poll(() => named('GET /v2/products/:reference')).toBeDefined()
    for (const name of ['GET /v2/orders', 'POST /v2/products']) {
      const request = named(name)
      expect(request?.parentSpanId).toBe('b7ad6b7169203331')
      const statements = ours().filter((span) => span.parentSpanId === request?.spanId)
      expect(JSON.stringify(statements)).toContain('db.query.text')
    }
    const sent = JSON.stringify(spans)
    const secrets = [key(), 'LOOKED-FOR', 'Secret lamp']
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  })
})

describe('the log', () => {
  test('has one line per request at info if it is asked for, without keys', async () => {
    await fetch(`${hub.url}/v2/products/LOGGED?apikey=${key()}`)
    const lines = () =>
      hub
        .log()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter((line) => line.url?.includes('LOGGED'))
    await expect
      .poll(lines)
      .toMatchObject([{ level: 30, method: 'GET', status: 404, msg: 'request' }])
    const secrets = [key(), TOKEN, 'postgres://']
    expect(secrets.filter((secret) => hub.log().includes(secret))).toEqual([])
  })

  test('hides what is named like a secret, however a plugin logs it', () => {
    let log = ''
    const logger = createLogger('info', { write: (line) => (log += line) })
    const secret = 'never-in-a-log'
    for (const name of [
      'authorization',
      'cookie',
      'password',
      'clientSecret',
      'token',
      'x-api-key',
      'apikey',
    ])
      logger.info({ [name]: secret, a: { [name]: secret, b: { [name]: secret } } }, name)
    expect(log.split('\n')).toHaveLength(8)
    expect(log).not.toContain(secret)
  })
})
