/** Products and offers of the hub go to a channel's shop. The hub sends them until they are acknowledged. */
import type { Schemas } from '@entrepot/client'
import type { ChannelShop } from '../../adapter/channel.ts'
import { NOT_IN_SHOP } from '../../adapter/outcomes.ts'
import { fingerprint } from '../records/fingerprint.ts'
import { type Pair, type PairToStore, pairsByHubId, storePairs } from '../records/pairs.ts'
import { type ProblemLog, problemLog } from '../records/problems.ts'
import { keysOf, type RecordKey } from '../records/record-key.ts'
import type { StepRun } from '../records/step-run.ts'
import { createPace } from '../records/unstored.ts'
import { offerWriter } from './offer-currency.ts'
import { syncOffers } from './offers.ts'
import { isIncomplete } from './pending.ts'

type Product = Schemas['ProductView']

/** Products of one poll. After a crash, at most this many are written again. */
const MAX_PRODUCTS = 100

export async function syncCatalogue(run: StepRun, shop: ChannelShop): Promise<void> {
  if (shop.writeProduct !== undefined) {
    // A dry run acknowledges nothing, so that the next poll would answer the same.
    while ((await syncProducts(run, shop, shop.writeProduct.bind(shop))) && !run.isDryRun) {
      if (run.isOver()) return
    }
  }
  const writeOffers = offerWriter(shop)
  if (writeOffers === undefined || run.isOver()) return
  while ((await syncOffers(run, writeOffers)) && !run.isDryRun) {
    if (run.isOver()) return
  }
}

/** What was processed of a poll, for the acknowledgement. */
interface Done {
  readonly Created: { MerchantReference: string; ChannelReference: string }[]
  readonly Updated: string[]
  readonly Removed: string[]
  readonly Failed: { MerchantReference: string; Detail: string }[]
}

/** @returns whether there may be more to do */
async function syncProducts(
  run: StepRun,
  shop: ChannelShop,
  writeProduct: NonNullable<ChannelShop['writeProduct']>,
): Promise<boolean> {
  const { headers, body } = await run.hub.request('pollProductData', {
    maxCount: run.isDryRun ? 500 : MAX_PRODUCTS,
  })
  const { ToBeCreated, ToBeUpdated, ToBeRemoved } = body
  const products = [...ToBeCreated, ...ToBeUpdated]
  const pairs = await pairsByHubId(
    run,
    'product',
    [...products, ...ToBeRemoved].flatMap(
      ({ MerchantProductReference, ParentMerchantReference }) =>
        ParentMerchantReference === null || ParentMerchantReference === undefined
          ? [MerchantProductReference]
          : [MerchantProductReference, ParentMerchantReference],
    ),
  )
  const page: Page = {
    run,
    pairs,
    log: problemLog(run),
    stored: [],
    done: nothingDone(),
  }
  const token = headers['entrepot-sync']?.[0]
  const isDue = createPace(run)
  let accepted = 0
  try {
    for (const product of ToBeRemoved) {
      if (run.isOver()) break
      await removeProduct(page, shop, product)
    }
    for (const product of products) {
      if (run.isOver()) break
      await write(page, writeProduct, product)
      if (isDue()) accepted += await settle(page, token)
    }
  } finally {
    accepted += await settle(page, token)
  }
  return accepted > 0 || isIncomplete(headers)
}

interface Page {
  readonly run: StepRun
  readonly pairs: Map<string, Pair>
  readonly log: ProblemLog
  /** What was done since the page was settled last. */
  stored: PairToStore[]
  done: Done
}

const nothingDone = (): Done => ({ Created: [], Updated: [], Removed: [], Failed: [] })

async function write(
  { run, pairs, log, stored, done }: Page,
  writeProduct: NonNullable<ChannelShop['writeProduct']>,
  product: Product,
): Promise<void> {
  const { MerchantProductReference: reference, ChannelProductReference: known } = product
  run.counts.read += 1
  const key: RecordKey = { Kind: 'product', HubId: reference }
  const [name = ''] = keysOf(key)
  const content = fingerprint(product)
  if (run.state.held.has(name, content)) return
  const shopId = shopIdOf(pairs.get(reference))
  if (run.isDryRun) {
    const action = shopId === undefined ? 'create' : 'update'
    return run.propose({ action, hubId: reference, text: `Product ${reference}.` })
  }
  const parentShopId = shopIdOf(pairs.get(product.ParentMerchantReference ?? ''))
  const common = { product, ...(parentShopId !== undefined && { parentShopId }) }
  const first = await writeProduct({ ...common, ...(shopId !== undefined && { shopId }) })
  const isGone = 'problem' in first && first.problem.code === NOT_IN_SHOP && shopId !== undefined
  const outcome = isGone ? await writeProduct(common) : first
  if ('problem' in outcome) {
    run.state.held.add(run.step, name, content)
    log.add(key, outcome.problem)
    done.Failed.push({
      MerchantReference: reference,
      Detail: outcome.problem.message.slice(0, 1000),
    })
    return
  }
  const pair: PairToStore = {
    Kind: 'product',
    HubId: reference,
    ShopId: outcome.done.shopId,
    State: 'linked',
    Url: outcome.done.url ?? null,
  }
  stored.push(pair)
  pairs.set(reference, { ...pair } as Pair)
  log.solve(key)
  run.counts.written += 1
  // The reference under which the hub lists the product stays, also if the shop has it under another id by now.
  if (known !== null && known !== undefined) done.Updated.push(known)
  else done.Created.push({ MerchantReference: reference, ChannelReference: outcome.done.shopId })
}

const shopIdOf = (pair: Pair | undefined) =>
  pair?.State === 'linked' ? (pair.ShopId ?? undefined) : undefined

async function removeProduct(
  { run, pairs, log, stored, done }: Page,
  shop: ChannelShop,
  { MerchantProductReference: reference, ChannelProductReference: known }: Product,
): Promise<void> {
  run.counts.read += 1
  const key: RecordKey = { Kind: 'product', HubId: reference }
  const shopId = shopIdOf(pairs.get(reference))
  if (run.isDryRun) {
    return run.propose({ action: 'remove', hubId: reference, text: `Product ${reference}.` })
  }
  if (shopId !== undefined && shop.removeProduct !== undefined) {
    const outcome = await shop.removeProduct(shopId)
    if ('problem' in outcome && outcome.problem.code !== NOT_IN_SHOP) {
      return log.add(key, outcome.problem)
    }
    run.counts.written += 1
  }
  stored.push({ Kind: 'product', HubId: reference, ShopId: null, State: 'removed' })
  pairs.delete(reference)
  log.solve(key)
  done.Removed.push(known ?? '')
}

/**
 * Stores the pairs, and then acknowledges: after a crash between the two, the products come again, and their pairs are known. It happens once for
 * a page, and more often while the shop is slow.
 *
 * @returns how many products the hub does not send again
 */
async function settle(page: Page, token: string | undefined): Promise<number> {
  const { run, stored, log, done } = page
  if (run.isDryRun) return 0
  page.stored = []
  page.done = nothingDone()
  await storePairs(run, stored)
  await log.store()
  const body = { ...done, Removed: done.Removed.filter((reference) => reference !== '') }
  const count = body.Created.length + body.Updated.length + body.Removed.length
  if (count + body.Failed.length === 0) return 0
  const rejected = await acknowledge(run, token, body)
  // The shop has given an id again that the hub knows of another product.
  const taken = new Set(
    rejected.filter(({ Code }) => Code === 'MARKET_REFERENCE_IN_USE').map((one) => one.Reference),
  )
  const Created = body.Created.filter(({ MerchantReference }) => taken.has(MerchantReference)).map(
    ({ MerchantReference, ChannelReference }) => ({
      MerchantReference,
      ChannelReference: `${ChannelReference}~${fingerprint(MerchantReference).slice(0, 8)}`,
    }),
  )
  const again = Created.length === 0 ? [] : await acknowledge(run, token, { Created })
  return count - rejected.length + Created.length - again.length
}

type Rejection = Schemas['Rejection']

async function acknowledge(
  run: StepRun,
  token: string | undefined,
  body: Partial<Done>,
): Promise<readonly Rejection[]> {
  const input = { 'Entrepot-Sync': token, body }
  const { Rejected = [] } = await run.hub.call('acknowledgeProductData', input as never)
  return Rejected
}
