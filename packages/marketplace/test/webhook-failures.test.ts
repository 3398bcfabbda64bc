/** Receivers that fail in all ways, and what the hub does about it. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWebhookApi, happen, SECRETS, WAIT, type WebhookApi } from './webhook-api.ts'

let api: WebhookApi
/** A receiver below HTTP. */
const sockets = new Set<Socket>()
let onConnection: (socket: Socket) => void = () => {}
const raw = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  onConnection(socket)
}).listen(0, '127.0.0.1')

beforeAll(async () => {
  if (!raw.listening) await once(raw, 'listening')
  api = await createWebhookApi({ webhooks: { secrets: SECRETS, allowHosts: ['127.0.0.1'] } })
})
afterAll(async () => {
  await api.close()
  for (const socket of sockets) socket.destroy()
  raw.close()
})

const rawUrl = () => `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`
const fire = async () => await happen(api, api.channel.channelId)

/** A webhook that has got one event, and its first attempt. */
async function firstAttempt(url: string) {
  const hook = await api.call('POST', '/webhooks', { Url: url, Types: ['channel.updated'] })
  await fire()
  const delivery = await api.delivery(hook.Id, 0, { AttemptCount: 1 })
  await api.call('DELETE', `/webhooks/${hook.Id}`)
  return { hook, delivery, attempt: delivery.Attempts[0] }
}

test('redirects are failures, and are not followed', async () => {
  api.receiver.answer('/redirect', (response) =>
    response.writeHead(307, { location: `${api.receiver.url}/secret` }).end(),
  )
  const { attempt, delivery } = await firstAttempt(`${api.receiver.url}/redirect`)
  expect(attempt).toMatchObject({ Status: 307, Error: 'Redirects are not followed.' })
  expect(delivery.State).toBe('pending')
  expect(api.receiver.received.filter(({ path }) => path === '/secret')).toEqual([])
})

test.each([
  [429, '1200', 1_200],
  [503, '7200', 7_200],
  // Only these two statuses ask for a pause; a day is the most.
  [500, '1200', 5],
  [503, '99999999', 86_400],
])(
  'after %i with Retry-After %s the next attempt is %i seconds later',
  async (status, after, seconds) => {
    api.receiver.answer('/busy', (response) =>
      response.writeHead(status, { 'retry-after': after }).end(),
    )
    const { attempt, delivery } = await firstAttempt(`${api.receiver.url}/busy`)
    const wait = (Date.parse(delivery.NextAttemptAt) - Date.parse(attempt.StartedAt)) / 1_000
    expect(wait).toBeGreaterThanOrEqual(seconds)
    expect(wait).toBeLessThan(seconds + 30)
  },
)

test('a connection that is closed early, and an answer that is not HTTP, are failures', async () => {
  onConnection = (socket) => socket.once('data', () => socket.destroy())
  expect((await firstAttempt(rawUrl())).attempt).toMatchObject({ Status: null })
  onConnection = (socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))
  const { attempt } = await firstAttempt(rawUrl())
  expect(attempt).toMatchObject({ Status: null, Answer: null })
  expect(attempt.Error).toMatch(/closed the connection|valid HTTP/)
})

test('a success counts when its status has come, however long its answer is or how it ends', async () => {
  onConnection = (socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nhalf')
      socket.end()
    })
  const { delivery } = await firstAttempt(rawUrl())
  expect(delivery).toMatchObject({
    State: 'delivered',
    Attempts: [{ Status: 200, Answer: 'half' }],
  })
  api.receiver.answer('/long', (response) => {
    response.writeHead(200)
    // Endless: the hub reads its first KB only.
    const more = () =>
      response.write('x'.repeat(512), () => response.destroyed || setImmediate(more))
    more()
  })
  const long = await firstAttempt(`${api.receiver.url}/long`)
  expect(long.delivery.State).toBe('delivered')
  expect(long.attempt.Answer).toHaveLength(1_024)
})

test('410 disables the webhook, with an event, and what comes later is sent when it is enabled again', async () => {
  const watcher = await api.hook('/watcher', { Types: ['webhook.*'] })
  const hook = await api.hook('/gone', { Types: ['channel.updated'] })
  api.receiver.answer('/gone', (response) => response.writeHead(410).end())
  await fire()
  const [event] = await api.receiver.arrived('/watcher', 1)
  expect(event?.json.data).toMatchObject({
    Type: 'webhook.disabled',
    Actor: { Kind: 'system' },
    Subject: { Kind: 'webhook', Id: String(hook.Id) },
    Data: { Reason: 'gone' },
  })
  expect(await api.call('GET', `/webhooks/${hook.Id}`)).toMatchObject({
    IsEnabled: false,
    DisabledReason: 'gone',
  })
  await fire()
  await fire()
  api.receiver.answer('/gone', (response) => response.writeHead(204).end())
  expect(
    (await api.merchant('POST', `/v2/webhooks/${hook.Id}/test`, undefined, { key: api.admin }))
      .body,
  ).toMatchObject({ code: 'MARKET_WEBHOOK_DISABLED' })
  await api.call('POST', `/webhooks/${hook.Id}/enable`)
  const all = await api.receiver.arrived('/gone', 3)
  expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  for (const { Id } of [watcher, hook]) await api.call('DELETE', `/webhooks/${Id}`)
})

test('a failed test of a webhook does not count for the five days, and one that succeeds ends them', async () => {
  const hook = await api.hook('/tested', { Types: ['channel.updated'] })
  const read = async () => await api.call('GET', `/webhooks/${hook.Id}`)
  const sendTest = async (status: number, index: number, State: string) => {
    api.receiver.answer('/tested', (response) => response.writeHead(status).end())
    await api.call('POST', `/webhooks/${hook.Id}/test`)
    return await api.delivery(hook.Id, index, { State })
  }
  const { Attempts: attempts } = await sendTest(503, 0, 'failed')
  api.clock.advance(5.1 * 86_400_000)
  await fire()
  // It fails since the event, which is five days after the test.
  const tested = Date.parse(attempts[0].StartedAt)
  const failsFor = async () => Date.parse((await read()).FailingSince) - tested
  await vi.waitFor(async () => expect(await failsFor()).toBeGreaterThan(5 * 86_400_000), WAIT)
  expect(await read()).toMatchObject({ IsEnabled: true })
  await sendTest(204, 2, 'delivered')
  await vi.waitFor(async () => expect((await read()).FailingSince).toBeNull(), WAIT)
  await api.call('DELETE', `/webhooks/${hook.Id}`)
})

test('five days of nothing but failures disable a webhook; a success in between does not', async () => {
  const hook = await api.hook('/ill', { Types: ['channel.updated'] })
  const day = 86_400_000
  const read = async () => await api.call('GET', `/webhooks/${hook.Id}`)
  const after = async (days: number, status: number) => {
    const before = api.receiver.received.filter(({ path }) => path === '/ill').length
    api.receiver.answer('/ill', (response) => response.writeHead(status).end())
    api.clock.advance(days * day)
    await fire()
    await api.receiver.arrived('/ill', before + 1)
  }
  await after(0, 500)
  await vi.waitFor(async () => expect((await read()).FailingSince).not.toBeNull(), WAIT)
  await after(4.5, 200)
  await vi.waitFor(async () => expect((await read()).FailingSince).toBeNull(), WAIT)
  await after(0, 500)
  await vi.waitFor(async () => expect((await read()).FailingSince).not.toBeNull(), WAIT)
  await after(5.1, 500)
  await vi.waitFor(
    async () => expect(await read()).toMatchObject({ IsEnabled: false, DisabledReason: 'failing' }),
    WAIT,
  )
  await api.call('DELETE', `/webhooks/${hook.Id}`)
})

test('receivers that never answer, or whose headers come drop by drop, hold up no other, and are cut off', async () => {
  let isFirst = true
  onConnection = (socket) => {
    if (isFirst) socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    const drip = () => {
      if (socket.destroyed) return
      socket.write('x')
      setTimeout(drip, 200)
    }
    if (isFirst) drip()
    isFirst = false
  }
  const Types = ['channel.updated']
  const slow = [
    await api.call('POST', '/webhooks', { Url: rawUrl(), Types }),
    await api.call('POST', '/webhooks', { Url: rawUrl(), Types }),
  ]
  const quick = await api.hook('/quick', { Types })
  await fire()
  await api.receiver.arrived('/quick', 1)
  await fire()
  await api.receiver.arrived('/quick', 2)
  for (const { Id } of slow) {
    const { Attempts } = await api.delivery(Id, 0, { AttemptCount: 1 })
    expect(Attempts[0]).toMatchObject({ Status: null })
    expect(Attempts[0].Error).toMatch(/did not answer in time/)
  }
  for (const { Id } of [...slow, quick]) await api.call('DELETE', `/webhooks/${Id}`)
})

test('each attempt is stored once', async () => {
  const rows = await query(
    api.database,
    sql`
    select 1 from marketplace.webhook_deliveries d
    where d.attempts <> (select count(*) from marketplace.webhook_attempts a where a.delivery_id = d.delivery_id)`,
  )
  expect(rows).toEqual([])
})
