import { test } from 'vitest'
import { createTestApi } from './api.ts'
import { openShop, product } from './sync-api.ts'
import { openWork } from '../src/sync/channel-work.ts'
import * as store from '../src/sync/store.ts'
import { transaction } from '@entrepot/database'
test('time', async () => {
  const api = await createTestApi()
  const shop = await openShop(api)
  const known = Array.from({ length: 2_500 }, (_, index) => `P${index}`)
  await shop.put(...known.map((reference) => product(reference)))
  for (let round = 0; round < 8; round++) {
    await transaction(api.database, async (tx) => {
      let t = performance.now()
      const lap = (n: string) => { const x = performance.now(); console.log(round, n, (x - t).toFixed(1)); t = x }
      const name = { customerId: shop.customerId, channelId: shop.channelId }
      const work = (await openWork(tx, name))!
      lap('open')
      const refs = Array.from({ length: 1000 }, (_, i) => `${round < 2 ? 'P' : 'X'}${i + round * 1000}`)
      await work.takeListings(refs.map((r) => `c-${r}`))
      lap('listings')
      await store.readProducts(tx, name, work.state, refs)
      lap('products')
      await work.save()
      lap('save')
    })
  }
  await api.close()
})
