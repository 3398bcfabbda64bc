import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

describe('requests of old clients', () => {
  test.each(['GET', 'DELETE'])(
    'a %s with a JSON content type and no body is accepted',
    async (method) => {
      const answer = await api.raw({
        method: method as 'GET',
        url: '/v2/products/MUG',
        headers: {
          'x-api-key': api.merchantKey,
          'content-type': 'application/json',
          'content-length': '0',
        },
      })
      expect(answer.status).toBe(200)
    },
  )

  test.each([
    'text/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/vnd.shop+json',
  ])('a body of type %s is read as JSON', async (type) => {
    const answer = await api.merchant('POST', '/v2/products', [], {
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(200)
  })

  test('null means the same as a missing property', async () => {
    const order = anOrder({
      ChannelReference: 'NULLS',
      Phone: null,
      BillingAddress: null,
      ExtraData: null,
      OrderDate: null,
    })
    expect((await api.channelCall('POST', '/v2/orders', order)).status).toBe(201)
  })

  test('HEAD answers like GET, without a body', async () => {
    const answer = await api.merchant('HEAD', '/v2/orders/new')
    expect(answer).toMatchObject({ status: 200, body: '' })
  })

  test('Expect: 100-continue is answered before the body is sent', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.write(
      `POST /v2/products HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${api.merchantKey}\r\nConnection: close\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    )
    await expect.poll(() => received).toContain('HTTP/1.1 100 Continue')
    socket.write('[]')
    await expect.poll(() => received).toContain('"AcceptedCount":0')
    socket.destroy()
  })
})
