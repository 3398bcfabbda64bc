import { execute, query, sql } from '@entrepot/database'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceEvents } from '../src/webhooks/work/announce.ts'
import { anOrder } from './api.ts'
import { createWebhookApi, happen, happenElsewhere, type WebhookApi } from './webhook-api.ts'

let api: WebhookApi
beforeAll(async () => {
  api = await createWebhookApi()
})
afterAll(async () => await api.close())

const channelId = () => api.channel.channelId

test('an event is sent once, with its id, and signed so that the public library verifies it', async () => {
  const hook = await api.hook('/first')
  expect(hook.Secret).toMatch(/^whsec_/)
  await happen(api, channelId())
  const [one] = await api.receiver.arrived('/first', 1)
  const verified = new StandardWebhook(hook.Secret).verify(one?.body ?? '', one?.headers as never)
  expect(verified).toMatchObject({
    type: 'channel.updated',
    data: { Type: 'channel.updated', Subject: { Kind: 'channel' }, Record: null },
  })
  expect(one?.headers['webhook-id']).toBe(one?.json.data.Id)
  const delivery = await api.delivery(hook.Id, 0, { State: 'delivered' })
  expect(delivery).toMatchObject({ AttemptCount: 1, Type: 'channel.updated' })
  expect(delivery.Subject).toEqual({ Kind: 'channel', Id: String(channelId()) })
  expect(delivery.Attempts).toMatchObject([{ Status: 204, Error: null }])
  expect(await api.call('GET', `/webhooks/${hook.Id}/deliveries`)).toHaveLength(1)
})

test('an event of an order has the order as it is at delivery, and thin payloads have ids alone', async () => {
  await api.hook('/orders', { Types: ['order.*'] })
  await api.hook('/thin', { Types: ['order.created'], Payload: 'thin' })
  const order = await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: 'W-1' }))
  expect(order.status).toBe(201)
  const [full] = await api.receiver.arrived('/orders', 1)
  const { Actions: _, ...record } = order.body
  expect(full?.json.data.Record).toEqual(record)
  const [thin] = await api.receiver.arrived('/thin', 1)
  const { Id, Subject } = full?.json.data ?? {}
  expect(thin?.json).toEqual({
    type: 'order.created',
    timestamp: full?.json.timestamp,
    data: { Id, Subject: { Kind: 'order', Id: Subject.Id } },
  })
})

test('a delivery is sent once, whatever character its body has where the log cuts it', async () => {
  const hook = await api.hook('/tea')
  const starts = ['', 'x', 'xx', 'xxx']
  for (const start of starts) {
    await happen(api, channelId(), 1, { Name: `${start}${'🍵'.repeat(1_000)}` })
  }
  const bodies = (await api.receiver.arrived('/tea', starts.length)).map(({ body }) => body)
  expect(bodies.some((body) => !body.slice(0, 1_024).isWellFormed())).toBe(true)
  for (const [index, body] of bodies.entries()) {
    const { Attempts } = await api.delivery(hook.Id, index, { State: 'delivered', AttemptCount: 1 })
    expect(body.startsWith(Attempts[0].Request)).toBe(true)
    expect(Attempts[0].Request.length).toBeGreaterThan(1_000)
  }
})

test('deliveries of a subject arrive one after the other, in order, while others are sent at once', async () => {
  const other = await api.call('POST', '/channels', { Name: 'Other' })
  await api.hook('/ordered')
  const running = new Map<string, number>()
  let most = 0
  api.receiver.answer('/ordered', (response, { json }) => {
    const id = String(json.data.Subject.Id)
    running.set(id, (running.get(id) ?? 0) + 1)
    most = Math.max(most, running.get(id) ?? 0)
    setImmediate(() => {
      running.set(id, (running.get(id) ?? 0) - 1)
      response.writeHead(200).end()
    })
  })
  await Promise.all([happen(api, channelId(), 60), happen(api, other.Id, 60)])
  const all = await api.receiver.arrived('/ordered', 120)
  expect(most).toBe(1)
  for (const id of [channelId(), other.Id]) {
    const sequences = all
      .filter(({ json }) => json.data.Subject.Id === String(id))
      .map(({ json }) => json.data.Sequence)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(sequences).toHaveLength(new Set(sequences).size)
  }
})

test('an event of a program that is no node is sent once the program has announced it', async () => {
  await api.hook('/command')
  // No node works on a disabled one, so it shows that all became due.
  const { Id } = await api.hook('/disabled')
  await api.call('POST', `/webhooks/${Id}/disable`)
  const later = sql`update marketplace.webhooks set due_at = clock_timestamp() + interval '1 day' where webhook_id = ${Id}`
  await execute(api.database, later)
  await happenElsewhere(api, channelId())
  await announceEvents(api.database)
  const due = sql`select due_at <= clock_timestamp() as due from marketplace.webhooks where webhook_id = ${Id}`
  expect(await query(api.database, due)).toEqual([{ due: true }])
  expect(await api.receiver.arrived('/command', 1)).toHaveLength(1)
})

test('a failed delivery is tried again after the pauses of the schedule, and fails after the last one', async () => {
  const hook = await api.hook('/failing')
  api.receiver.answer('/failing', (response) => response.writeHead(500).end('not\0now'))
  await happen(api, channelId())
  const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const [index, pause] of pauses.entries()) {
    const { NextAttemptAt, Attempts } = await api.delivery(hook.Id, 0, {
      State: 'pending',
      AttemptCount: index + 1,
    })
    const { StartedAt } = Attempts.at(-1)
    const wait = (Date.parse(NextAttemptAt) - Date.parse(StartedAt)) / 1_000
    expect(wait).toBeGreaterThanOrEqual(pause)
    expect(wait).toBeLessThan(pause + 30)
    api.clock.advance(pause * 1_000 + 30_000)
    await api.call('POST', `/webhooks/${hook.Id}/enable`)
  }
  const last = await api.delivery(hook.Id, 0, { State: 'failed', AttemptCount: 10 })
  expect(last).toMatchObject({ NextAttemptAt: null })
  expect(last.Attempts.at(-1)).toMatchObject({ Status: 500, Answer: 'not\uFFFDnow' })
  expect(await api.call('GET', `/webhooks/${hook.Id}`)).toMatchObject({ IsEnabled: true })
  // Sent again by a call, it begins from the start.
  api.receiver.answer('/failing', (response) => response.writeHead(200).end())
  await api.call('POST', `/webhooks/${hook.Id}/deliveries/${last.Id}/replay`)
  await api.delivery(hook.Id, 0, { State: 'delivered', AttemptCount: 11 })
  expect(
    new Set(
      api.receiver.received
        .filter(({ path }) => path === '/failing')
        .map(({ headers }) => headers['webhook-id']),
    ).size,
  ).toBe(1)
})
