/** The products of a selection, read page by page. */
import { expect, test } from 'vitest'
import type { Session } from '../../src/hub/session.tsx'
import { readSelection } from '../../src/products/bulk/read-products.ts'
import type { Product } from '../../src/products/queries.ts'

test('all variants of a selected family are read, however many pages the hub needs for them', async () => {
  const variants = Array.from({ length: 5 }, (_, index) => ({
    MerchantProductReference: `V-${index}`,
  }))
  const request = async (_: string, { cursor }: { cursor?: string }) => {
    const from = Number(cursor ?? 0)
    return { body: variants.slice(from, from + 2), ...(from < 4 && { next: String(from + 2) }) }
  }
  const session = { client: { request } } as unknown as Session
  const family = { MerchantProductReference: 'F', Children: ['V-0'] } as unknown as Product
  const read = await readSelection(session, { kind: 'rows', products: [family] }, true, () => {})
  expect(read.map((one) => one.MerchantProductReference)).toEqual([
    'F',
    ...variants.map((one) => one.MerchantProductReference),
  ])
})
