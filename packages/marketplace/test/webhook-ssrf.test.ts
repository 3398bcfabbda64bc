/** URLs of webhooks are given by strangers: the hub must not send requests into its own network. */
import { REFUSED_IPV4, REFUSED_IPV6 } from '@entrepot/test-support/address-corpus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedHosts, urlIssue } from '../src/webhooks/targets.ts'
import { createWebhookApi, happen, type WebhookApi } from './webhook-api.ts'

const none = namedHosts([])
const v4 = REFUSED_IPV4.flatMap(([, ...addresses]) => addresses)
const v6 = REFUSED_IPV6.flatMap(([, ...addresses]) => addresses)

test('every special address is refused as the host of a URL', () => {
  const urls = [...v4.map((one) => `https://${one}/`), ...v6.map((one) => `https://[${one}]/`)]
  expect(urls.filter((url) => urlIssue(url, none) === undefined)).toEqual([])
})

test('other spellings of local addresses, local names, http, other ports and credentials are refused', () => {
  const urls = [
    'https://0x7f.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://１２７.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://hub.localhost/',
    'https://intranet/',
    'http://shop.example/',
    'https://shop.example:25/',
    'https://shop.example:22/',
    'https://user:secret@shop.example/',
    'https://user@shop.example/',
    'https://shop.example/#part',
    'ftp://shop.example/',
    'not a url',
  ]
  expect(urls.filter((url) => urlIssue(url, none) === undefined)).toEqual([])
  expect(urlIssue('https://shop.example/hooks?a=b', none)).toBeUndefined()
  expect(urlIssue('https://shop.example:8443/', none)).toBeUndefined()
})

test('a named host is allowed with the named port only, or with any port if none is named', () => {
  const named = namedHosts(['127.0.0.1:9000', 'erp.internal', '[::1]:9000'])
  const allowed = (url: string) => urlIssue(url, named) === undefined
  expect(allowed('http://127.0.0.1:9000/hooks')).toBe(true)
  expect(allowed('http://[::1]:9000/hooks')).toBe(true)
  expect(allowed('https://erp.internal:1234/')).toBe(true)
  expect(allowed('http://ERP.internal/')).toBe(true)
  expect(allowed('http://127.0.0.1:9001/')).toBe(false)
  expect(allowed('http://127.0.0.1/')).toBe(false)
  expect(allowed('https://erp.internal.evil.example/')).toBe(true)
  expect(allowed('http://erp.internal.evil.example/')).toBe(false)
  expect(allowed('http://erp.internal@evil.example/')).toBe(false)
})

test('the refusal of a private host says what it is, and how to allow it', () => {
  expect(urlIssue('http://127.0.0.1:9000/hook', none)).toBe(
    'must be on a public host: 127.0.0.1:9000 is not. Whoever runs the hub can allow it: add 127.0.0.1:9000 to the option `webhooks.allowHosts`',
  )
  const own = namedHosts([], (host) => `call ${host}`)
  expect(urlIssue('https://[::1]/', own)).toMatch(/\[::1\] is not\..+: call \[::1\]$/)
  expect(urlIssue('http://shop.example/', own)).toBe('must begin with https://')
})

let api: WebhookApi
/** The addresses that DNS gives, by name: each lookup takes the next ones, which are separated by spaces. */
const dns = new Map<string, string[]>()
const lookups: string[] = []
beforeAll(async () => {
  api = await createWebhookApi({
    webhooks: {
      secrets: ['a secret of at least thirty-two characters'],
      resolve: async (name) => {
        lookups.push(name)
        const addresses = (dns.get(name)?.shift() ?? '127.0.0.1').split(' ')
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      },
    },
  })
})
afterAll(async () => await api.close())

test('the API refuses such a URL when a webhook is created or changed', async () => {
  const body = { Url: 'https://169.254.169.254/latest/meta-data', Types: ['*'] }
  const refused = await api.merchant('POST', '/v2/webhooks', body, { key: api.admin })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/Url' }] } })
  const hook = await api.call('POST', '/webhooks', { ...body, Url: 'https://shop.example/' })
  const change = { Url: 'http://127.0.0.1/' }
  const path = `/v2/webhooks/${hook.Id}`
  expect((await api.merchant('PATCH', path, change, { key: api.admin })).status).toBe(400)
})

test('a name is resolved for each connection, and not connected while its address is not public (DNS rebinding)', async () => {
  const addresses = ['10.0.0.1', '::ffff:169.254.169.254', '127.0.0.1', 'fd00::1 10.0.0.2']
  dns.set('rebinding.example', [...addresses])
  const Url = 'https://rebinding.example/hooks'
  const hook = await api.call('POST', '/webhooks', { Url, Types: ['channel.updated'] })
  await happen(api, api.channel.channelId)
  for (const [index] of addresses.entries()) {
    const { Attempts } = await api.delivery(hook.Id, 0, { AttemptCount: index + 1 })
    // One lookup each: the address that was checked is that of the connection, so that the second answer of a name can not be private.
    expect(lookups.filter((name) => name === 'rebinding.example')).toHaveLength(index + 1)
    const error =
      'The host has no public address, or its port is not allowed. Whoever runs the hub can allow it: `webhooks.allowHosts`.'
    // It does not tell which address, since that would tell about the network of the hub.
    expect(Attempts.at(-1)).toMatchObject({ Status: null, Answer: null, Error: error })
    api.clock.advance(26 * 3_600_000)
    await api.call('POST', `/webhooks/${hook.Id}/enable`)
  }
})
