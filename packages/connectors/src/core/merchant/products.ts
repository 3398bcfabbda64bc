/** Products of a merchant's shop become products of the hub. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopProduct } from '../../adapter/merchant.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { chunks } from '../records/chunks.ts'
import { noteLeft, retrySoon } from '../records/held.ts'
import { isRecordRefusal } from '../records/hub.ts'
import {
  type Pair,
  type PairToStore,
  pairsByHubId,
  pairsByShopId,
  storePairs,
} from '../records/pairs.ts'
import { type ProblemLog, problemLog } from '../records/problems.ts'
import { readPages } from '../records/read-pages.ts'
import { type StepRun, storeCursors } from '../records/step-run.ts'
import { requireCurrency } from './currency.ts'
import { type PlannedProduct, planProducts } from './plan-products.ts'

/** The cursor with the time of the last read of everything, which finds products that the shop has removed without a trace. */
const WHOLE = 'products.whole'

/** Time between two reads of everything, of a shop that says what changed. */
const WHOLE_MS = 24 * 60 * 60_000

/** Products of one call. */
const MAX_PRODUCTS = 1_000

export async function syncProducts(
  run: StepRun,
  shop: MerchantShop,
  read: NonNullable<MerchantShop['readProducts']>,
): Promise<void> {
  await requireCurrency(run, shop)
  const { duplicates } = run.state
  const seen = new Set<string>()
  const course: Course = { found: new Set(), hasRemoved: false }
  const outcome = await readPages<ShopProduct>(run, {
    read,
    process: (records) => storeProducts(run, records, course),
    see: (record) => {
      if (!('removed' in record)) seen.add(record.shopId)
    },
    isWhole: isWholeDue(run),
  })
  if (run.isOver()) return
  if (outcome.isWhole) {
    await forgetDuplicates(
      run,
      [...duplicates.keys()].filter((shopId) => !seen.has(shopId)),
    )
    if (outcome.hasChanged) await removeUnseen(run, seen, course)
    if (run.state.cursors.has(run.step)) {
      await storeCursors(run, { [WHOLE]: new Date(run.now()).toISOString() })
    }
  }
  await storeDuplicates(run, course)
}

/** Products that the shop has no more have no problem with their SKUs. */
async function forgetDuplicates(run: StepRun, gone: readonly string[]): Promise<void> {
  const log = problemLog(run)
  for (const ShopId of gone) {
    run.state.duplicates.delete(ShopId)
    log.solve({ Kind: 'product', ShopId })
  }
  await log.store()
}

/** What a run has come across. */
interface Course {
  /** Products whose SKU another one has, by their ids in the shop. */
  readonly found: Set<string>
  /** Whether products have given up their SKUs. */
  hasRemoved: boolean
}

/** Once all products have been read, those with the SKU of another one are looked at again: it can have lost that SKU. */
async function storeDuplicates(run: StepRun, course: Course): Promise<void> {
  const isAll = run.isRetry || course.hasRemoved
  const records = [...run.state.duplicates.values()].filter(
    ({ shopId }) => isAll || course.found.has(shopId),
  )
  if (records.length > 0) await storeProducts(run, records)
}

function isWholeDue({ state, step, now }: StepRun): boolean {
  if (!state.cursors.has(step)) return false
  return Date.parse(state.cursors.get(WHOLE) ?? '1970-01-01') + WHOLE_MS < now()
}

/**
 * Stores what differs of a page. What the hub refuses is a problem of the record; it is read again when the shop changes it.
 *
 * @param course of a page, of which products with the SKU of another one are looked at again later. Without it, they have a problem.
 */
async function storeProducts(
  run: StepRun,
  records: readonly ShopProduct[],
  course?: Course,
): Promise<void> {
  const references = records.flatMap((record) =>
    'product' in record ? [record.product.MerchantProductReference] : [],
  )
  const plans = planProducts(records, {
    byShopId: await pairsByShopId(
      run,
      'product',
      records.map(({ shopId }) => shopId),
    ),
    byHubId: await pairsByHubId(run, 'product', references),
  })
  const log = problemLog(run)
  for (const record of records) {
    run.state.duplicates.delete(record.shopId)
    if ('removed' in record) log.solve({ Kind: 'product', ShopId: record.shopId })
  }
  for (const plan of plans) {
    if (plan.kind !== 'duplicate') continue
    const { shopId } = plan.product
    run.state.duplicates.set(shopId, plan.product)
    course?.found.add(shopId)
    noteLeft(run)
    if (course === undefined) log.add({ Kind: 'product', ShopId: shopId }, plan.problem)
  }
  if (course !== undefined) course.hasRemoved ||= plans.some(hasRemoval)
  await applyPlans(run, plans, log)
  await log.store()
}

const hasRemoval = (plan: PlannedProduct) =>
  plan.kind === 'remove' || (plan.kind === 'write' && plan.former !== undefined)

async function applyPlans(
  run: StepRun,
  plans: readonly PlannedProduct[],
  log: ProblemLog,
): Promise<void> {
  for (const plan of plans) {
    if (plan.kind === 'problem') log.add(plan.record, plan.problem)
    if (plan.kind === 'unchanged') {
      run.counts.unchanged += 1
      if (plan.pair !== undefined) log.solve(plan.pair)
    }
  }
  const removals = plans.filter((plan) => plan.kind === 'remove')
  const writes = plans.filter((plan) => plan.kind === 'write')
  // A product whose reference has changed leaves its pair before the new one takes its place.
  await removeProducts(run, [
    ...removals.map(({ pair }) => ({ pair, isRenamed: false })),
    ...writes.flatMap(({ former }) =>
      former === undefined ? [] : [{ pair: former, isRenamed: true }],
    ),
  ])
  for (const part of chunks(writes, MAX_PRODUCTS)) await writeProducts(run, part, log)
}

type Write = Extract<PlannedProduct, { kind: 'write' }>

async function writeProducts(
  run: StepRun,
  writes: readonly Write[],
  log: ProblemLog,
): Promise<void> {
  if (writes.length === 0) return
  if (run.isDryRun) {
    for (const { pair, record, product } of writes) {
      run.propose({
        action: record.action,
        hubId: pair.HubId,
        shopId: record.shopId,
        text: `Product ${product.MerchantProductReference}: ${product.Name ?? 'without a name'}.`,
      })
    }
    return
  }
  const body = writes.map(({ product }) => product)
  const { ProductMessages } = (await run.hub.call('createProducts', {
    body,
  } as never)) as Schemas['ProductCreationResult']
  const refused = new Map(
    ProductMessages.filter(({ Errors }) => Errors.length > 0).map((one) => [one.Reference, one]),
  )
  const stored: PairToStore[] = []
  for (const { pair, record } of writes) {
    const message = refused.get(pair.HubId)
    if (message === undefined) {
      run.counts.written += 1
      stored.push(pair)
      if (record.action === 'create') retrySoon(run.state, 'stock')
      log.solve(pair)
      continue
    }
    log.add(pair, {
      code: 'product_refused',
      message: `The hub did not take the product: ${message.Errors.join(' ')}`,
      remedy: 'Correct the product in the shop.',
    })
  }
  await storePairs(run, stored)
}

async function removeProducts(
  run: StepRun,
  removals: readonly { readonly pair: Pair; readonly isRenamed: boolean }[],
): Promise<void> {
  for (const { pair, isRenamed } of removals) {
    const { HubId: hubId } = pair
    if (run.isDryRun) {
      run.propose({
        action: 'remove',
        hubId,
        shopId: pair.ShopId ?? '',
        text: `Product ${hubId}: ${isRenamed ? 'its reference has changed' : 'no longer sold'}.`,
      })
      continue
    }
    try {
      await run.hub.call('deleteProduct', { reference: hubId })
    } catch (error) {
      // It is not in the hub any more.
      if (!isRecordRefusal(error)) throw error
    }
    run.counts.written += 1
  }
  await storePairs(
    run,
    removals.map(({ pair, isRenamed }) => ({
      Kind: 'product',
      HubId: pair.HubId,
      ShopId: isRenamed ? null : pair.ShopId,
      State: 'removed',
    })),
  )
}

/** Fewest products of which more than half must be missing before the connector asks a person. */
const FEW = 10

/** Removes the products that a read of everything has not found. */
async function removeUnseen(
  run: StepRun,
  seen: ReadonlySet<string>,
  course: Course,
): Promise<void> {
  const gone: Pair[] = []
  let linked = 0
  const query = { id: run.connection.Id, kind: 'product', state: 'linked', pageSize: 1000 } as const
  for await (const pairs of run.hub.pages('listConnectionPairs', query)) {
    linked += pairs.length
    gone.push(...pairs.filter(({ ShopId }) => ShopId !== null && !seen.has(ShopId)))
  }
  if (gone.length > FEW && gone.length * 2 > linked && !run.isAsked) {
    const message = `The shop lists ${linked - gone.length} of its ${linked} products any more. The others were not removed from the hub.`
    const remedy =
      'Check whether the settings of the connection and the rights of its key are as before. If the products are really gone, run the connection by hand: it then removes them.'
    throw new ShopFailure('settings', message, { remedy })
  }
  course.hasRemoved ||= gone.length > 0
  for (const part of chunks(gone, MAX_PRODUCTS)) {
    await removeProducts(
      run,
      part.map((pair) => ({ pair, isRenamed: false })),
    )
  }
}
