/** Signed with the library of the Standard Webhooks specification, and refused if anything differs. */
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { ClientError, receiveWebhook } from '../src/index.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const body = JSON.stringify({ type: 'order.created', timestamp: 'x', data: { Id: 'é' } })
const now = new Date('2026-11-23T12:00:00Z')
const clock = () => now.getTime()

function signed(id = 'msg_1', sentAt = now, payload = body, by = SECRET) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, sentAt, payload),
  }
}

const refused = async (
  headers: Record<string, string | undefined>,
  payload: string | Uint8Array = body,
  by = SECRET,
) => {
  const error = await receiveWebhook(headers, payload, by, clock).catch((reason) => reason)
  expect(ClientError.is(error)).toBe(true)
  expect(String(error.message)).not.toContain(SECRET.slice(6))
  return error.code
}

test('a signed webhook is read, from text and from bytes, with headers of Node and of fetch', async () => {
  const expected = { id: 'msg_1', sentAt: now, payload: JSON.parse(body) }
  const headers = signed()
  const bytes = new TextEncoder().encode(body)
  expect(await receiveWebhook(headers, body, SECRET, clock)).toEqual(expected)
  expect(await receiveWebhook(headers, bytes, SECRET, clock)).toEqual(expected)
  expect(await receiveWebhook(new Headers(headers), body, SECRET, clock)).toEqual(expected)
})

test('one right signature among several suffices, as while a secret is rotated', async () => {
  const { 'webhook-signature': right, ...headers } = signed()
  const wrong = signed('msg_1', now, body, OTHER)['webhook-signature']
  const several = { ...headers, 'webhook-signature': `v1a,AAAA ${wrong} ${right}` }
  expect(await receiveWebhook(several, body, SECRET, clock)).toMatchObject({ id: 'msg_1' })
  const none = { ...headers, 'webhook-signature': `v1a,${right.slice(3)} ${wrong} v1,@ v2` }
  expect(await refused(none)).toBe('WEBHOOK_WRONG_SIGNATURE')
})

test('another body, id, time or secret is refused', async () => {
  const headers = signed()
  const later = String(Number(headers['webhook-timestamp']) + 1)
  expect(await refused(headers, `${body} `)).toBe('WEBHOOK_WRONG_SIGNATURE')
  expect(await refused({ ...headers, 'webhook-id': 'msg_2' })).toBe('WEBHOOK_WRONG_SIGNATURE')
  expect(await refused({ ...headers, 'webhook-timestamp': later })).toBe('WEBHOOK_WRONG_SIGNATURE')
  expect(await refused(headers, body, OTHER)).toBe('WEBHOOK_WRONG_SIGNATURE')
})

test('a time up to 5 minutes away is accepted, one further away is refused', async () => {
  const at = (seconds: number) => signed('msg_1', new Date(now.getTime() + seconds * 1_000))
  for (const seconds of [-300, 300]) {
    expect(await receiveWebhook(at(seconds), body, SECRET, clock)).toMatchObject({ id: 'msg_1' })
  }
  for (const seconds of [-301, 301]) expect(await refused(at(seconds))).toBe('WEBHOOK_WRONG_TIME')
})

test.each([
  ['webhook-id', undefined],
  ['webhook-timestamp', undefined],
  ['webhook-signature', undefined],
  ['webhook-timestamp', '1e9'],
  ['webhook-timestamp', '-1'],
  ['webhook-signature', 'v1,x '.repeat(11)],
])('the header %s is refused if it is %s', async (name, value) => {
  expect(await refused({ ...signed(), [name]: value })).toBe('WEBHOOK_INVALID_HEADERS')
})

test('a wrong secret and a signed body that is not JSON have codes of their own', async () => {
  expect(await refused(signed(), body, 'whsec_@')).toBe('WEBHOOK_INVALID_SECRET')
  expect(await refused(signed(), body, 'whsec_')).toBe('WEBHOOK_INVALID_SECRET')
  expect(await refused(signed('msg_1', now, 'no'), 'no')).toBe('WEBHOOK_INVALID_BODY')
})
