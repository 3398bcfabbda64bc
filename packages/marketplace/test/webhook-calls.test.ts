/** Webhooks as their owners manage them: secrets, replays, rights, and several nodes. */
import { openDatabase } from '@entrepot/database'
import Fastify from 'fastify'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApiKey, expectDone, marketplace, SCOPES } from '../src/index.ts'
import { createSealer } from '../src/kit/shared/sealer.ts'
import { secretBytes, signedHeaders } from '../src/webhooks/secrets/signing.ts'
import { createWebhookApi, happen, SECRETS, WAIT, type WebhookApi } from './webhook-api.ts'

let api: WebhookApi
beforeAll(async () => {
  api = await createWebhookApi()
})
afterAll(async () => await api.close())

const fire = async (count = 1) => await happen(api, api.channel.channelId, count)
const remove = async (hook: { Id: number }) => await api.call('DELETE', `/webhooks/${hook.Id}`)
const verifies = (secret: string, { body, headers }: { body: string; headers: object }) => {
  try {
    new StandardWebhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

test('what the public library signs has the same signature, and a changed body does not verify', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const date = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  const message = { id: 'evt_1', timestamp: date.getTime() / 1_000, body: '{"a":"é"}' }
  const signers = { secrets: [secretBytes(secret) as Buffer], privateKey: undefined }
  const headers = signedHeaders(message, signers)
  const theirs = new StandardWebhook(secret).sign(message.id, date, message.body)
  expect(headers['webhook-signature']).toBe(theirs)
  expect(verifies(secret, { body: message.body, headers })).toBe(true)
  expect(verifies(secret, { body: '{"a":"e"}', headers })).toBe(false)
})

test('while a secret is rotated, both verify, and no signature ever fails', async () => {
  const given = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const hook = await api.hook('/rotated', { Secret: given })
  expect(hook.Secret).toBe(given)
  await fire(20)
  const rotated = await api.call('POST', `/webhooks/${hook.Id}/rotate`, { OverlapSeconds: 3_600 })
  expect(rotated.OldSecretEndsAt).not.toBeNull()
  await fire(20)
  const all = await api.receiver.arrived('/rotated', 40)
  // A receiver that knows the old secret never fails; it changes to the new one when it likes within the overlap.
  expect(all.filter((one) => !verifies(given, one))).toEqual([])
  expect(verifies(rotated.Secret, all.at(-1) as never)).toBe(true)
  const again = await api.call('POST', `/webhooks/${hook.Id}/rotate`, { OverlapSeconds: 0 })
  await vi.waitFor(async () => {
    await fire()
    const last = api.receiver.received.findLast(({ path }) => path === '/rotated')
    expect(verifies(again.Secret, last as never)).toBe(true)
    expect(verifies(rotated.Secret, last as never)).toBe(false)
  }, WAIT)
  await remove(hook)
})

test('with v1a, deliveries are also signed with a key whose public half anyone may have', async () => {
  const hook = await api.hook('/asymmetric', { Signature: 'v1a' })
  expect(hook.PublicKey).toMatch(/^whpk_/)
  await fire()
  const [one] = await api.receiver.arrived('/asymmetric', 1)
  const { 'webhook-id': id, 'webhook-timestamp': time } = one?.headers ?? {}
  const signature = String(one?.headers['webhook-signature']).split(' ')[1] ?? ''
  expect(signature).toMatch(/^v1a,/)
  // Without credentials, as a receiver reads it.
  const keySet = await api.app.inject(`/v2${hook.PublicKeyPath}`)
  expect(keySet.headers['content-type']).toContain('application/jwk-set+json')
  const [jwk] = keySet.json().keys
  expect(jwk.x).toBe(Buffer.from(hook.PublicKey.slice(5), 'base64').toString('base64url'))
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  const bytes = Buffer.from(signature.slice(4), 'base64')
  const content = new TextEncoder().encode(`${id}.${time}.${one?.body}`)
  expect(await crypto.subtle.verify('Ed25519', key, bytes, content)).toBe(true)
  expect(verifies(hook.Secret, one as never)).toBe(true)
  await remove(hook)
  const symmetric = await api.hook('/symmetric')
  expect(symmetric.PublicKeyPath).toBeNull()
  const { customerId } = api.customer
  for (const path of [`${customerId}/${symmetric.Id}`, `${customerId}/${hook.Id}`, '0/1', 'a/b']) {
    const answer = await api.app.inject(`/v2/webhook-keys/${path}`)
    expect([path, answer.statusCode]).toEqual([path, 404])
    expect(answer.json().code).toBe('MARKET_NOT_FOUND')
  }
  await remove(symmetric)
})

test('secrets are encrypted in the database, and opened only for their webhook and with a secret of the hub', async () => {
  const hook = await api.hook('/sealed')
  const { rows } = await api.database.query('select sealed from marketplace.webhook_secrets')
  expect(JSON.stringify(rows)).not.toContain(hook.Secret.slice(6))
  const sealer = createSealer(SECRETS)
  const sealed = sealer.seal('a', 'text')
  expect(sealer.open('a', sealed)).toBe('text')
  expect(sealer.open('b', sealed)).toBeUndefined()
  const damaged = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
  expect(sealer.open('a', damaged)).toBeUndefined()
  const next = 'another secret of at least thirty-two characters'
  expect(createSealer([next]).open('a', sealed)).toBeUndefined()
  expect(createSealer([next, ...SECRETS]).open('a', sealed)).toBe('text')
  const listed = await api.call('GET', '/webhooks')
  expect(JSON.stringify(listed)).not.toContain('whsec_')
  await remove(hook)
})

test('all since a time are sent again, or only what was lost, and events before the webhook was created too', async () => {
  const start = new Date().toISOString()
  await fire(3)
  const hook = await api.hook('/replayed')
  await fire(2)
  await api.receiver.arrived('/replayed', 2)
  await api.delivery(hook.Id, 1, { State: 'delivered' })
  const ids = async (count: number) =>
    (await api.receiver.arrived('/replayed', count)).map(({ headers }) => headers['webhook-id'])
  await api.call('POST', `/webhooks/${hook.Id}/replay`, { Since: start })
  expect(new Set(await ids(7)).size).toBe(5)
  const idle = async () =>
    await vi.waitFor(async () => {
      expect(await api.call('GET', `/webhooks/${hook.Id}`)).toMatchObject({ ReplayingSince: null })
      expect(await api.call('GET', `/webhooks/${hook.Id}/deliveries?state=pending`)).toEqual([])
    }, WAIT)
  await idle()
  expect(await ids(7)).toHaveLength(7)
  await api.call('POST', `/webhooks/${hook.Id}/replay`, { Since: start, FailedOnly: true })
  await idle()
  expect(await ids(7)).toHaveLength(7)
  const future = { Since: new Date(Date.now() + 60_000).toISOString() }
  const refused = await api.merchant('POST', `/v2/webhooks/${hook.Id}/replay`, future, {
    key: api.admin,
  })
  expect(refused.status).toBe(400)
  await remove(hook)
})

test('a disabled webhook gets nothing, and afterwards all that it has missed; a test is sent once', async () => {
  const hook = await api.hook('/paused')
  const disabled = await api.call('POST', `/webhooks/${hook.Id}/disable`)
  expect(disabled).toMatchObject({ IsEnabled: false, DisabledReason: 'requested' })
  await fire(4)
  const other = await api.hook('/not-paused')
  await fire()
  await api.receiver.arrived('/not-paused', 1)
  expect(api.receiver.received.filter(({ path }) => path === '/paused')).toEqual([])
  await api.call('POST', `/webhooks/${hook.Id}/enable`)
  await api.receiver.arrived('/paused', 5)
  api.receiver.answer('/paused', (response) => response.writeHead(500).end())
  const sent = await api.call('POST', `/webhooks/${hook.Id}/test`)
  expect(sent).toMatchObject({ Type: 'webhook.test', Subject: null, State: 'pending' })
  const done = await api.delivery(hook.Id, 5, { State: 'failed', AttemptCount: 1 })
  expect(done.MessageId).toBe(`test_${done.Id}`)
  expect(JSON.parse(done.Attempts[0].Request)).toMatchObject({ type: 'webhook.test' })
  const failed = await api.call('GET', `/webhooks/${hook.Id}/deliveries?state=failed`)
  expect(failed).toHaveLength(1)
  for (const one of [hook, other]) await remove(one)
})

test('a channel manages its own webhooks, and gets what concerns it', async () => {
  const { customer, channel, database } = api
  const scopes = [...SCOPES.channel]
  const key = expectDone(
    await createApiKey(database, customer.customerId, {
      kind: 'channel',
      channelId: channel.channelId,
      label: 'Channel',
      scopes,
    }),
  ).key
  const own = async (method: string, path: string, body?: unknown) =>
    await api.merchant(method, `/v2${path}`, body, { key })
  const merchants = await api.hook('/merchants')
  expect((await own('GET', `/webhooks/${merchants.Id}`)).status).toBe(404)
  const Url = `${api.receiver.url}/channels`
  const refused = await own('POST', '/webhooks', { Url, Types: ['products.changed'] })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/Types/0' }] } })
  const created = await own('POST', '/webhooks', { Url, Types: ['*'] })
  expect(created).toMatchObject({ status: 201, body: { ChannelId: channel.channelId } })
  const other = await api.call('POST', '/channels', { Name: 'Foreign' })
  expect((await own('POST', '/webhooks', { Url, Types: ['*'], ChannelId: other.Id })).status).toBe(
    404,
  )
  await happen(api, other.Id)
  await fire()
  const [one] = await api.receiver.arrived('/channels', 1)
  expect(one?.json.data.Subject.Id).toBe(String(channel.channelId))
  expect((await own('GET', '/webhooks')).body).toMatchObject([{ Id: created.body.Id }])
  const listed = await api.call('GET', `/webhooks?channelId=${channel.channelId}`)
  expect(listed).toMatchObject([{ Id: created.body.Id }])
  expect((await api.channelCall('GET', '/v2/webhooks')).status).toBe(403)
  for (const hook of [merchants, created.body]) await remove(hook)
})

test('a webhook never gets events that its creator may not read, and the log hides their bodies', async () => {
  const { customer, database } = api
  const keyWith = async (...scopes: ('webhooks:read' | 'webhooks:write' | 'channels:read')[]) =>
    expectDone(
      await createApiKey(database, customer.customerId, { kind: 'merchant', label: 'Few', scopes }),
    ).key
  const few = await keyWith('webhooks:read', 'webhooks:write')
  const call = async (method: string, path: string, body?: unknown) =>
    await api.merchant(method, `/v2${path}`, body, { key: few })
  const Url = `${api.receiver.url}/few`
  const refused = await call('POST', '/webhooks', { Url, Types: ['order.*', 'key.*'] })
  expect(refused).toMatchObject({ status: 403 })
  expect(refused.body.detail).toContain('order.created')
  const hook = await api.hook('/few')
  // Another URL would get the events, too.
  expect((await call('PATCH', `/webhooks/${hook.Id}`, { Url: `${Url}2` })).status).toBe(403)
  await fire()
  const { Id } = await api.delivery(hook.Id, 0, { State: 'delivered' })
  const seen = await call('GET', `/webhooks/${hook.Id}/deliveries/${Id}`)
  expect(seen.body.Attempts).toMatchObject([{ Status: 204, Request: null }])
  await remove(hook)
})

test('two nodes share the work: each event is sent once, in the order of its subject', async () => {
  const { url, receiver } = api
  const nodes = await Promise.all(
    [1, 2].map(async () => {
      const database = await openDatabase({ url })
      const app = Fastify()
      const webhooks = { secrets: SECRETS, allowHosts: [receiver.host] }
      await app.register(marketplace, { database, webhooks })
      await app.listen({ port: 0, host: '127.0.0.1' })
      return { app, database }
    }),
  )
  const hooks = await Promise.all(Array.from({ length: 6 }, (_, one) => api.hook(`/many/${one}`)))
  for (let round = 0; round < 10; round += 1) await fire(10)
  for (const [index] of hooks.entries()) {
    const all = await receiver.arrived(`/many/${index}`, 100)
    const sequences = all.map(({ json }) => json.data.Sequence)
    expect(new Set(sequences).size).toBe(100)
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(all).toHaveLength(100)
  }
  for (const { app, database } of nodes) {
    await app.close()
    await database.end()
  }
  for (const hook of hooks) await remove(hook)
})

test('without webhooks in its options, a node reads webhooks, and refuses all other calls', async () => {
  const hook = await api.hook('/off')
  await fire()
  const { Id: delivery } = await api.delivery(hook.Id, 0, { State: 'delivered' })
  const app = Fastify()
  await app.register(marketplace, { database: api.database })
  const one = `/webhooks/${hook.Id}`
  const calls = [
    ['POST', '/webhooks', { Url: 'https://shop.example/', Types: ['*'] }],
    ['PATCH', one, { Types: ['*'] }],
    ['POST', `${one}/rotate`, {}],
    ['POST', `${one}/enable`],
    ['POST', `${one}/disable`],
    ['POST', `${one}/test`],
    ['POST', `${one}/deliveries/${delivery}/replay`],
    ['POST', `${one}/replay`, { Since: '2026-01-01T00:00:00Z' }],
    ['DELETE', one],
  ] as const
  for (const [method, path, payload] of calls) {
    const headers = { 'x-api-key': api.admin }
    const response = await app.inject({
      method,
      url: `/v2${path}`,
      headers,
      ...(payload && { payload }),
    })
    expect(response.json(), `${method} ${path}`).toMatchObject({
      status: 409,
      code: 'MARKET_WEBHOOKS_OFF',
    })
  }
  await app.close()
  await remove(hook)
})

test('a disabled webhook sends neither tests nor repeats', async () => {
  const hook = await api.hook('/switched-off')
  await fire()
  const { Id: delivery } = await api.delivery(hook.Id, 0, { State: 'delivered' })
  const one = `/v2/webhooks/${hook.Id}`
  await api.call('POST', `/webhooks/${hook.Id}/disable`)
  const calls = [
    [`${one}/test`, undefined],
    [`${one}/deliveries/${delivery}/replay`, undefined],
    [`${one}/replay`, { Since: '2026-01-01T00:00:00Z' }],
  ] as const
  for (const [path, body] of calls) {
    const answer = await api.merchant('POST', path, body, { key: api.admin })
    expect(answer, path).toMatchObject({ status: 409, body: { code: 'MARKET_WEBHOOK_DISABLED' } })
  }
  await remove(hook)
})

test('a customer has at most 200 webhooks, also when many are created at once', async () => {
  const before = (await api.call('GET', '/webhooks?pageSize=1000')).length
  const body = { Url: `${api.receiver.url}/many`, Types: ['key.*'] }
  const create = async () => await api.merchant('POST', '/v2/webhooks', body, { key: api.admin })
  const answers = await Promise.all(Array.from({ length: 210 - before }, create))
  const created = answers.filter(({ status }) => status === 201)
  expect(created).toHaveLength(200 - before)
  expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('MARKET_TOO_MANY_WEBHOOKS')
  for (const { body: hook } of created) await remove(hook)
})
