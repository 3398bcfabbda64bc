/** How the connector signs in to WooCommerce, and how it trusts webhooks: as they were recorded. */
import { createHmac } from 'node:crypto'
import { createClient } from '@entrepot/rest'
import { fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, test } from 'vitest'
import type { ShopContext } from '../src/adapter/adapter.ts'
import { signRequest } from '../src/adapters/woocommerce/api/oauth.ts'
import { woocommerce } from '../src/adapters/woocommerce/index.ts'
import { readRecordings } from './recordings.ts'

const recordings = readRecordings('woocommerce')

function contextOf(url: string, routes: Parameters<typeof fakeTransport>[0] = []) {
  const transport = fakeTransport([...routes, { reply: { json: [] } }])
  const context: ShopContext = {
    role: 'merchant',
    settings: { url },
    secrets: { key: 'ck_1', secret: 'cs_1', webhookSecret: 'hush' },
    http: createClient({ transport }),
  }
  return { context, transport }
}

async function firstCallTo(url: string) {
  const { context, transport } = contextOf(url)
  await woocommerce.open(context).merchant?.findOrder?.('entrepot:hub/1/order/2/A')
  const [request] = transport.requests
  return { url: new URL(request?.url ?? ''), headers: JSON.stringify(request?.headers) }
}

describe('signing in', () => {
  test('over https, the key goes into the header and no signature into the query', async () => {
    const { url, headers } = await firstCallTo('https://shop.example/')
    expect(url.pathname).toBe('/wp-json/wc/v3/orders')
    expect(headers).toContain(`Basic ${Buffer.from('ck_1:cs_1').toString('base64')}`)
    expect([...url.searchParams.keys()]).toEqual(['search'])
  })

  test('over http, the secret is never sent: each request is signed, with a nonce of its own', async () => {
    const one = await firstCallTo('http://shop.example/blog/wp-json/wc/v3')
    const other = await firstCallTo('http://shop.example/blog')
    expect(one.url.pathname).toBe('/blog/wp-json/wc/v3/orders')
    expect(`${one.url}${one.headers}`).not.toContain('cs_1')
    expect(one.headers.toLowerCase()).not.toContain('authorization')
    expect(one.url.searchParams.get('oauth_nonce')).not.toBe(
      other.url.searchParams.get('oauth_nonce'),
    )
    const signed = Object.fromEntries(one.url.searchParams)
    const again = signRequest({
      method: 'GET',
      url: `${one.url.origin}${one.url.pathname}`,
      query: { search: signed.search ?? '' },
      key: 'ck_1',
      secret: 'cs_1',
      nonce: signed.oauth_nonce ?? '',
      timestamp: Number(signed.oauth_timestamp),
    })
    expect(signed).toEqual(again)
  })

  test('encodes the characters that JavaScript leaves as they are', () => {
    const request = { key: 'k', secret: 's', nonce: 'n', timestamp: 1, query: { a: "!'()*" } }
    const base = [
      'GET&http%3A%2F%2Fshop.example%2Fx&a%3D%2521%2527%2528%2529%252A%26oauth_consumer_key%3Dk%26oauth_nonce%3Dn',
      'oauth_signature_method%3DHMAC-SHA256%26oauth_timestamp%3D1',
    ].join('%26')
    expect(signRequest({ ...request, method: 'GET', url: 'http://shop.example/x' })).toMatchObject({
      oauth_signature: createHmac('sha256', 's&').update(base).digest('base64'),
    })
  })

  test.skipIf(recordings === undefined)(
    'signs as the shop has accepted it, and otherwise than it has refused',
    () => {
      const signed = (recordings ?? []).filter(
        ({ oauth }) =>
          oauth?.url !== undefined &&
          oauth.params.oauth_signature_method === 'HMAC-SHA256' &&
          oauth.params.oauth_version === undefined,
      )
      const results = signed.map(({ oauth, request, response }) => {
        const {
          oauth_consumer_key: key = '',
          oauth_nonce: nonce = '',
          oauth_timestamp: timestamp,
          ...rest
        } = oauth?.params ?? {}
        const query = Object.fromEntries(
          Object.entries(rest).filter(([name]) => !name.startsWith('oauth_')),
        )
        const own = signRequest({
          method: request.method,
          url: oauth?.url ?? '',
          query,
          key,
          secret: oauth?.consumer_secret ?? '',
          nonce,
          timestamp: Number(timestamp),
        })
        const sent = new URL(request.path, 'http://shop').searchParams.get('oauth_signature')
        return {
          isSame: own.oauth_signature === sent,
          isBroken: oauth?.broken?.startsWith('the signature') === true,
          status: response.status,
        }
      })
      expect(results.filter(({ status }) => status === 200).length).toBeGreaterThan(4)
      for (const { isSame, isBroken } of results) expect(isSame).toBe(!isBroken)
    },
  )
})

describe('webhooks', () => {
  const shop = woocommerce.open(contextOf('https://shop.example').context)
  const hint = (body: string, headers: Record<string, string>) =>
    shop.readHint?.({ body: new TextEncoder().encode(body), headers })
  const sign = (body: string, secret = 'hush') =>
    createHmac('sha256', secret).update(body).digest('base64')

  test('wake the reads that their topic concerns', () => {
    const body = '{"id":7}'
    const of = (resource: string) =>
      hint(body, { 'x-wc-webhook-signature': sign(body), 'x-wc-webhook-resource': resource })
    expect(of('product')).toEqual(['products', 'stock'])
    expect(of('order')).toEqual(['fulfilments', 'returns'])
    expect(of('coupon')).toEqual([])
  })

  test('with another signature, another body or without a secret are refused', () => {
    const body = '{"id":7}'
    const headers = { 'x-wc-webhook-resource': 'order' }
    expect(
      hint(body, { ...headers, 'x-wc-webhook-signature': sign(body, 'other') }),
    ).toBeUndefined()
    expect(hint(`${body} `, { ...headers, 'x-wc-webhook-signature': sign(body) })).toBeUndefined()
    expect(hint(body, { ...headers, 'x-wc-webhook-signature': '' })).toBeUndefined()
    expect(hint(body, headers)).toBeUndefined()
    const { context } = contextOf('https://shop.example')
    const without = woocommerce.open({ ...context, secrets: { key: 'ck_1', secret: 'cs_1' } })
    const signed = { ...headers, 'x-wc-webhook-signature': sign(body, '') }
    expect(
      without.readHint?.({ body: new TextEncoder().encode(body), headers: signed }),
    ).toBeUndefined()
  })

  test('two deliveries with one id both wake, since the shop uses an id more than once', () => {
    const headers = { 'x-wc-webhook-delivery-id': 'same', 'x-wc-webhook-resource': 'order' }
    for (const body of ['{"id":7}', '{"id":8}']) {
      expect(hint(body, { ...headers, 'x-wc-webhook-signature': sign(body) })).toHaveLength(2)
    }
  })

  test('a ping, which is not signed, is accepted and wakes nothing', () => {
    expect(hint('webhook_id=12', {})).toEqual([])
    expect(hint('webhook_id=12&x=1', {})).toBeUndefined()
  })

  test.skipIf(recordings === undefined)('are trusted as they were recorded, pings too', () => {
    const deliveries = (recordings ?? []).filter(({ kind }) => kind === 'webhook-delivery')
    let signed = 0
    for (const { request, secret } of deliveries) {
      const { context } = contextOf('https://shop.example')
      const own = woocommerce.open({
        ...context,
        secrets: { ...context.secrets, webhookSecret: secret ?? 'unused' },
      })
      const body = new TextEncoder().encode(request.body_text ?? '')
      const steps = own.readHint?.({ headers: request.headers, body })
      const topic = request.headers['x-wc-webhook-resource']
      if (topic === undefined) expect(steps).toEqual([])
      else
        expect(steps).toEqual(
          { product: ['products', 'stock'], order: ['fulfilments', 'returns'] }[topic] ?? [],
        )
      if (topic !== undefined) signed += 1
    }
    expect(signed).toBeGreaterThan(40)
  })
})
