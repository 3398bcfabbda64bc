import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, progressOf, record } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

const line = (order: string, number: number, quantity: number) => ({
  MerchantOrderLineReference: `${order}-${number}`,
  ChannelOrderLineReference: String(number),
  Quantity: quantity,
})
const URL = 'https://track.example/1'

describe('the parcels of a shipment', () => {
  test('may contain the same unit, and the first has the tracking of the shipment', async () => {
    await acknowledgedOrder(api, 'BED', [{ quantity: 1 }, { quantity: 2 }])
    const Parcels = [
      { TrackTraceNo: 'T1', Method: 'Post', Lines: [{ ...line('BED', 1, 1) }] },
      { TrackTraceNo: 'T2', TrackTraceUrl: URL, Lines: [line('BED', 1, 1), line('BED', 2, 2)] },
      { TrackTraceNo: 'T3' },
    ].map((parcel) => ({
      ...parcel,
      ...(parcel.Lines && {
        Lines: parcel.Lines.map(({ ChannelOrderLineReference: _, ...named }) => named),
      }),
    }))
    const created = await record(api, 'shipments', 'BED', { 1: 1, 2: 2 }, { Parcels })
    expect(created).toMatchObject({
      status: 201,
      body: { TrackTraceNo: 'T1', TrackTraceUrl: null, Method: 'Post', Status: 'SHIPPED' },
    })
    expect(created.body.Parcels).toEqual([
      {
        ...{ TrackTraceNo: 'T1', TrackTraceUrl: null, Method: 'Post', TrackingPage: null },
        Lines: [line('BED', 1, 1)],
      },
      {
        ...{ TrackTraceNo: 'T2', TrackTraceUrl: URL, Method: null, TrackingPage: URL },
        Lines: [line('BED', 1, 1), line('BED', 2, 2)],
      },
      { TrackTraceNo: 'T3', TrackTraceUrl: null, Method: null, TrackingPage: null, Lines: [] },
    ])
    const path = `/v2/shipments/${created.body.MerchantShipmentReference}`
    const { Actions: _, ...seen } = created.body
    expect((await api.channelCall('GET', path)).body).toEqual({ ...seen, Actions: [] })
  })

  test('can be named by clients that know one parcel, whose tracking is the first', async () => {
    await acknowledgedOrder(api, 'OLD', [{ quantity: 2 }])
    const plain = (await record(api, 'shipments', 'OLD', { 1: 1 })).body
    expect(plain.Parcels).toEqual([])
    const path = `/v2/shipments/${plain.MerchantShipmentReference}`
    const tracked = await api.merchant('PUT', path, { TrackTraceNo: 'T1' })
    const empty = { TrackTraceUrl: null, Method: null, TrackingPage: null, Lines: [] }
    const first = { TrackTraceNo: 'T1', ...empty }
    expect(tracked.body.Parcels).toEqual([first])
    const both = await api.merchant('PUT', path, {
      Parcels: [{ TrackTraceNo: 'T1' }, { TrackTraceNo: 'T2' }],
    })
    expect(both.body.Parcels).toEqual([first, { ...first, TrackTraceNo: 'T2' }])
    const changed = await api.merchant('PUT', path, { TrackTraceNo: 'T3', Method: 'Post' })
    expect(changed.body).toMatchObject({ TrackTraceNo: 'T3', Method: 'Post' })
    expect(changed.body.Parcels).toEqual([
      { ...first, TrackTraceNo: 'T3', Method: 'Post' },
      { ...first, TrackTraceNo: 'T2' },
    ])
    const replaced = await api.merchant('PUT', path, { Parcels: [{ TrackTraceNo: 'T4' }] })
    expect(replaced.body).toMatchObject({ TrackTraceNo: 'T4', Method: null })
    expect(replaced.body.Parcels).toEqual([{ ...first, TrackTraceNo: 'T4' }])
    const again = await api.merchant('PUT', path, { Parcels: [{ TrackTraceNo: 'T4' }] })
    expect(again.body).toEqual(replaced.body)
  })

  test('have the page of their carrier, as soon as it and the number are known', async () => {
    await acknowledgedOrder(api, 'PAGE', [{ quantity: 1 }])
    const { body } = await record(api, 'shipments', 'PAGE', { 1: 1 })
    const path = `/v2/shipments/${body.MerchantShipmentReference}`
    const pageWith = async (parcel: object) =>
      (await api.merchant('PUT', path, { Parcels: [parcel] })).body.Parcels[0].TrackingPage
    expect(await pageWith({ TrackTraceNo: '3S 1/2', Method: 'PostNL' })).toBe(
      'https://jouw.postnl.nl/track-and-trace/3S1%2F2',
    )
    expect(await pageWith({ TrackTraceNo: 'JD1', Method: 'dhl Express' })).toMatch(
      /dhl\.com.*=JD1$/,
    )
    expect(await pageWith({ TrackTraceNo: 'T1', Method: 'UPS', TrackTraceUrl: URL })).toBe(URL)
    expect(await pageWith({ Method: 'UPS' })).toBeNull()
    expect(await pageWith({ TrackTraceNo: 'T1', Method: 'Upside' })).toBeNull()
    expect(await pageWith({ TrackTraceNo: 'T1' })).toBeNull()
  })

  test('contain only what the shipment contains, and have one tracking each', async () => {
    await acknowledgedOrder(api, 'WRONG', [{ quantity: 2 }, { quantity: 1 }])
    const named = (number: number, quantity: number) => ({
      MerchantOrderLineReference: `WRONG-${number}`,
      Quantity: quantity,
    })
    const Parcels = [
      { TrackTraceNo: 'T1', Lines: [named(1, 3), named(2, 1)] },
      { TrackTraceNo: 'T2', Lines: [named(1, 1), named(1, 1)] },
    ]
    const change = { TrackTraceNo: 'T2', Parcels }
    const body = aRecord('shipments', 'WRONG', { 1: 2 }, change)
    const answer = await api.merchant('POST', '/v2/shipments', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_INPUT' } })
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      '/Parcels/0/TrackTraceNo',
      '/Parcels/0/Lines/0/Quantity',
      '/Parcels/0/Lines/1',
      '/Parcels/1/Lines/1',
    ])
    expect(await progressOf(api, 'WRONG')).toEqual([
      'IN_PROGRESS',
      'IN_PROGRESS 2/0/0/0/0',
      'IN_PROGRESS 1/0/0/0/0',
    ])
  })
})

describe('a voided shipment', () => {
  const ship = async (order: string, quantity: number) =>
    (await record(api, 'shipments', order, { 1: quantity })).body.MerchantShipmentReference
  const voidIt = async (reference: string) =>
    await api.merchant('POST', `/v2/shipments/${reference}/void`)

  test('gives its units back once, both sides see it, and its order tells of it', async () => {
    const { Id } = await acknowledgedOrder(api, 'VOID', [{ quantity: 3 }])
    await ship('VOID', 1)
    const reference = await ship('VOID', 2)
    expect(await progressOf(api, 'VOID')).toEqual(['SHIPPED', 'SHIPPED 3/3/0/0/0'])
    const voided = await voidIt(reference)
    expect(voided).toMatchObject({ status: 200, body: { Status: 'VOIDED' } })
    expect(Date.parse(voided.body.VoidedAt)).toBeGreaterThan(Date.parse(voided.body.CreatedAt))
    expect(voided.body.Actions.map(({ Name }: { Name: string }) => Name)).toEqual(['change'])
    expect(await progressOf(api, 'VOID')).toEqual(['IN_PROGRESS', 'IN_PROGRESS 3/1/0/0/0'])
    expect(await voidIt(reference)).toMatchObject({ status: 200, body: voided.body })
    const { body: ofChannel } = await api.channelCall('GET', `/v2/shipments?orderId=${Id}`)
    expect(ofChannel.map(({ Status }: { Status: string }) => Status)).toEqual(['SHIPPED', 'VOIDED'])
    const { body: history } = await api.merchant('GET', '/v2/orders/VOID/history')
    expect(history.at(-1)).toMatchObject({
      Type: 'SHIPMENT_VOIDED',
      Status: 'IN_PROGRESS',
      Record: { Kind: 'shipment', Reference: reference },
    })
    const types = '/v2/events?types=shipment.voided'
    for (const call of [api.merchant, api.channelCall]) {
      const { body } = await call('GET', types)
      expect(body.map(({ Data }: { Data: object }) => Data)).toEqual([
        { Status: 'IN_PROGRESS', Record: { Kind: 'shipment', Reference: reference } },
      ])
    }
    const exported = await api.merchant('GET', '/v2/exports/shipments?format=ndjson')
    expect(JSON.stringify(exported.body)).toContain('VOIDED')
    expect(await ship('VOID', 2)).toEqual(expect.any(String))
    expect(await progressOf(api, 'VOID')).toEqual(['SHIPPED', 'SHIPPED 3/3/0/0/0'])
  })

  test('is refused while units of it are returned, and allowed when others cover the return', async () => {
    await acknowledgedOrder(api, 'BACK', [{ quantity: 3 }])
    const [one, two] = [await ship('BACK', 1), await ship('BACK', 2)]
    const { body: back } = await record(api, 'returns', 'BACK', { 1: 2 })
    expect((await voidIt(two)).body).toMatchObject({ code: 'MARKET_QUANTITY_EXCEEDED' })
    expect((await voidIt(one)).status).toBe(200)
    await api.merchant('PUT', `/v2/returns/${back.MerchantReturnReference}`, { Status: 'REJECTED' })
    expect((await voidIt(two)).status).toBe(200)
    expect(await progressOf(api, 'BACK')).toEqual(['IN_PROGRESS', 'IN_PROGRESS 3/0/0/0/0'])
  })

  test('keeps its tracking, and answers a repeat of its creation', async () => {
    await acknowledgedOrder(api, 'FIXED', [{ quantity: 1 }])
    const body = aRecord('shipments', 'FIXED', { 1: 1 }, { TrackTraceNo: 'T1' })
    const { body: created } = await api.merchant('POST', '/v2/shipments', body)
    const path = `/v2/shipments/${created.MerchantShipmentReference}`
    await voidIt(created.MerchantShipmentReference)
    expect(await api.merchant('PUT', path, { TrackTraceNo: 'T2' })).toMatchObject({
      status: 409,
      body: { code: 'MARKET_SHIPMENT_VOIDED' },
    })
    expect((await api.merchant('PUT', path, { TrackTraceNo: 'T1' })).status).toBe(200)
    const repeated = await api.merchant('POST', '/v2/shipments', body)
    expect(repeated).toMatchObject({ status: 200, body: { Status: 'VOIDED' } })
  })

  test('of a combined order lets the others wait again', async () => {
    for (const name of ['COMBINED', 'OTHER']) await acknowledgedOrder(api, name, [{ quantity: 1 }])
    const body = { MerchantOrderReferences: ['OTHER'] }
    await api.merchant('PUT', '/v2/orders/COMBINED/combination', body)
    const [reference] = [await ship('COMBINED', 1), await ship('OTHER', 1)]
    expect((await progressOf(api, 'OTHER'))[0]).toBe('CLOSED')
    await voidIt(reference)
    expect((await progressOf(api, 'OTHER'))[0]).toBe('IN_COMBI')
    const { body: history } = await api.merchant('GET', '/v2/orders/OTHER/history')
    expect(history.at(-1)).toMatchObject({ Type: 'REOPENED', Status: 'IN_COMBI' })
  })
})
