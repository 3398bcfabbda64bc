/** A shop with an API over HTTP, so that connectors in processes of their own reach it, and its adapter. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Adapter } from '../../src/adapter/adapter.ts'
import type { MerchantShop, ReadPage } from '../../src/adapter/merchant.ts'
import { ShopFailure } from '../../src/adapter/outcomes.ts'
import { FakeMerchant } from './fake-merchant.ts'

/** Serves a shop in memory: each call is a POST with the name of the method. */
export async function serveShop(shop: FakeMerchant) {
  const opened = shop.adapter().open({
    role: 'merchant',
    settings: {},
    secrets: {},
    http: undefined as never,
  })
  const merchant = opened.merchant as unknown as Record<string, (argument: never) => unknown>
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const [, method = ''] = (request.url ?? '').split('/')
      const { argument } = JSON.parse(Buffer.concat(parts).toString())
      void answer(merchant[method], argument as never).then((value) =>
        response.end(JSON.stringify({ value })),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => new Promise((resolve) => server.close(resolve)) }
}

async function answer(method: ((argument: never) => unknown) | undefined, argument: never) {
  const result = method?.(argument)
  if (result === undefined || !(Symbol.asyncIterator in Object(result))) return await result
  const pages: unknown[] = []
  for await (const page of result as AsyncIterable<unknown>) pages.push(page)
  return pages
}

/** The adapter of such a shop. */
export const httpShop: Adapter = {
  description: {
    ...new FakeMerchant('http-shop').adapter().description,
    title: 'Shop over HTTP',
  },
  open({ settings, http }) {
    const call = async (method: string, argument?: unknown) => {
      const response = await http.send({
        method: 'POST',
        baseURL: `${settings.url}/${method}`,
        json: { argument },
      })
      return (JSON.parse(response.body) as { value: never }).value
    }
    const pages = async function* (method: string, cursor: string | undefined) {
      yield* (await call(method, cursor)) as ReadPage<never>[]
    }
    const merchant: MerchantShop = {
      readProducts: (cursor) => pages('readProducts', cursor),
      readStock: (cursor) => pages('readStock', cursor),
      findOrder: (mark) => call('findOrder', mark),
      writeOrder: ({ productIds: _, ...order }) => call('writeOrder', order),
      writeCancellation: (one) => call('writeCancellation', one),
      readFulfilments: (cursor) => pages('readFulfilments', cursor),
      readReturns: (cursor) => pages('readReturns', cursor),
    }
    return {
      merchant,
      async check() {
        try {
          await call('findOrder', 'none')
          return [{ level: 'ok', message: 'The shop answers.' }]
        } catch (error) {
          throw new ShopFailure('unavailable', 'The shop does not answer.', { cause: error })
        }
      },
    }
  },
}
