/** The steps of a run: where each reads, and which ones must be done before it. */
import type { Shop, Step } from '../../adapter/adapter.ts'
import { syncCatalogue } from '../channel/catalogue.ts'
import { syncChannelCancellations, syncDecidedReturns, syncShipments } from '../channel/from-hub.ts'
import { syncChannelOrders } from '../channel/orders.ts'
import { syncRefunds } from '../channel/refunds.ts'
import { syncAnnouncedReturns } from '../channel/returns.ts'
import { syncCancellations } from '../merchant/cancellations.ts'
import { syncFulfilments } from '../merchant/fulfilments.ts'
import { syncOrders } from '../merchant/orders.ts'
import { syncProducts } from '../merchant/products.ts'
import { syncReturns } from '../merchant/returns.ts'
import { syncStock } from '../merchant/stock.ts'
import type { StepRun } from '../records/step-run.ts'

/** A step that a shop is capable of. */
export interface StepPlan {
  readonly step: Step
  /** Whether it reads the shop, so that it runs on a schedule. */
  readonly readsShop: boolean
  /** Whether it reads the hub, so that it runs when the hub says that there may be work. */
  readonly readsHub: boolean
  /** Steps that must not have failed before it in the same run. */
  readonly after: readonly Step[]
  run(run: StepRun): Promise<void>
}

/** The steps of a shop, in the order in which they run. */
export function stepsOf({ merchant, channel }: Shop): readonly StepPlan[] {
  if (merchant !== undefined) return merchantSteps(merchant)
  return channel === undefined ? [] : channelSteps(channel)
}

const FROM_SHOP = { readsShop: true, readsHub: false } as const
const FROM_HUB = { readsShop: false, readsHub: true } as const

function merchantSteps(shop: NonNullable<Shop['merchant']>): readonly StepPlan[] {
  const { readProducts, readStock, writeOrder, findOrder, readFulfilments, readReturns } = shop
  const steps: (StepPlan | false | undefined)[] = [
    readProducts && {
      ...FROM_SHOP,
      step: 'products',
      after: [],
      run: (run) => syncProducts(run, shop, readProducts.bind(shop)),
    },
    writeOrder !== undefined &&
      findOrder !== undefined && {
        ...FROM_HUB,
        step: 'orders',
        after: [],
        run: (run) =>
          syncOrders(run, {
            findOrder: findOrder.bind(shop),
            writeOrder: writeOrder.bind(shop),
            canLeaveOut: shop.canLeaveOut ?? false,
            ...(shop.writeCancellation && {
              writeCancellation: shop.writeCancellation.bind(shop),
            }),
          }),
      },
    shop.writeCancellation && {
      ...FROM_HUB,
      step: 'cancellations',
      after: ['orders'],
      run: (run) => syncCancellations(run, shop),
    },
    // The shop shows what the hub has cancelled as its own: it must be known before.
    readFulfilments && {
      ...FROM_SHOP,
      step: 'fulfilments',
      after: ['orders', 'cancellations'],
      run: (run) => syncFulfilments(run, shop, readFulfilments.bind(shop)),
    },
    readReturns && {
      ...FROM_SHOP,
      step: 'returns',
      after: ['orders', 'fulfilments'],
      run: (run) => syncReturns(run, shop, readReturns.bind(shop)),
    },
    readStock && {
      ...FROM_SHOP,
      step: 'stock',
      after: ['products'],
      run: (run) => syncStock(run, shop, readStock.bind(shop)),
    },
  ]
  return steps.filter((step) => step !== false && step !== undefined)
}

function channelSteps(shop: NonNullable<Shop['channel']>): readonly StepPlan[] {
  const { readOrders, writeShipment, writeCancellation, readReturns, writeReturn } = shop
  const steps: (StepPlan | false | undefined)[] = [
    (shop.writeProduct !== undefined || shop.writeOffers !== undefined) && {
      ...FROM_HUB,
      step: 'catalogue',
      after: [],
      run: (run) => syncCatalogue(run, shop),
    },
    readOrders && {
      ...FROM_SHOP,
      step: 'orders',
      after: [],
      run: (run) => syncChannelOrders(run, shop, readOrders.bind(shop)),
    },
    writeShipment && {
      ...FROM_HUB,
      step: 'shipments',
      after: [],
      run: (run) => syncShipments(run, writeShipment.bind(shop), shop.voidShipment?.bind(shop)),
    },
    writeCancellation && {
      ...FROM_HUB,
      step: 'cancellations',
      after: [],
      run: (run) => syncChannelCancellations(run, writeCancellation.bind(shop)),
    },
    readReturns && {
      ...FROM_SHOP,
      step: 'returns',
      after: ['orders', 'shipments'],
      run: (run) => syncAnnouncedReturns(run, shop, readReturns.bind(shop)),
    },
    writeReturn && {
      ...FROM_HUB,
      step: 'refunds',
      after: ['orders', 'returns'],
      run: async (run) => {
        await syncRefunds(run, shop.writeRefund?.bind(shop))
        await syncDecidedReturns(run, writeReturn.bind(shop))
      },
    },
  ]
  return steps.filter((step) => step !== false && step !== undefined)
}
