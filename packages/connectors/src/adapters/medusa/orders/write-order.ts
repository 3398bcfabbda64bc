import type { OrderToWrite, ShopOrder } from '../../../adapter/merchant.ts'
import type { Outcome, RecordProblem } from '../../../adapter/outcomes.ts'
import { keepFor } from '../../shared/keep-for.ts'
import { type MedusaApi, Refused } from '../api.ts'
import { amountOf, decimal, toCents } from '../decimal.ts'
import { type MedusaSettings, orNothing, readRegions, readTaxPreferences } from '../terms.ts'
import type { Order, Region } from '../types.ts'
import {
  type DraftTerms,
  draftProblem,
  MARK,
  type OrderedParts,
  partsOf,
  regionFor,
  searchTextOf,
  type TaxTerms,
  taxesOf,
  taxProblem,
  toDraft,
  toShopOrder,
} from './map-order.ts'

const ORDER_FIELDS = [
  'id,display_id,custom_display_id,status,version,total,currency_code,created_at,updated_at,metadata',
  '*items,*items.tax_lines,*shipping_methods,*shipping_methods.tax_lines',
  '*payment_collections,*payment_collections.payments',
].join(',')

/** How long regions and their tax preferences are remembered. */
const TERMS_MS = 60_000

interface Terms {
  readonly regions: readonly Region[]
  readonly inclusive: ReadonlyMap<string, boolean>
}

/**
 * Creates orders in Medusa: as a draft, which is compared with the order to the cent, then converted and marked as paid. Only
 * the conversion makes it an order of the shop; a draft that a crash has left is found by its mark and deleted.
 */
export class OrderWriter {
  readonly #api: MedusaApi
  readonly #settings: MedusaSettings
  /** Drafts that a crash may have left, by the mark of an order that was looked for and is not there. */
  readonly #leftovers = new Map<string, readonly string[]>()
  readonly #readTerms: () => Promise<Terms>
  /** Whether Medusa takes prices of a variant as with tax, as far as orders have shown it. */
  readonly #inclusive = new Map<string, boolean>()

  constructor(api: MedusaApi, settings: MedusaSettings) {
    this.#api = api
    this.#settings = settings
    this.#readTerms = keepFor(TERMS_MS, () => readTerms(api))
  }

  async find(mark: string): Promise<ShopOrder | undefined> {
    // Drafts first: one that becomes an order between the two searches is in both of them, and in no case in neither.
    const drafts = await this.#findDrafts(mark)
    const [order] = await this.#search('/admin/orders', 'orders', mark)
    if (!order) {
      this.#leftovers.set(mark, drafts)
      return undefined
    }
    await this.#settle(order)
    return toShopOrder(order, this.#settings.adminUrl)
  }

  async write(input: OrderToWrite): Promise<Outcome<ShopOrder>> {
    const { regions, inclusive } = await this.#readTerms()
    const problem = draftProblem(input, regions)
    if (problem) return { problem }
    const region = regionFor(input.order, regions)
    if (!region) throw new Error('An order without a problem has a region.')
    const parts = partsOf(input.order)
    const leftovers = this.#leftovers.get(input.mark)
    this.#leftovers.delete(input.mark)
    try {
      await this.#deleteDrafts(leftovers ?? [])
      const made = await this.#create(input, parts, region, inclusive.get(region.id) ?? false)
      // A call that was under way at a crash can have made one more draft meanwhile.
      if (leftovers) await this.#deleteDrafts(await this.#findDrafts(input.mark))
      return made
    } catch (error) {
      if (error instanceof Refused) return { problem: refusal(error) }
      throw error
    }
  }

  /** A draft that has become an order meanwhile cannot be deleted: Medusa answers 500, and the next run finds the order. */
  async #deleteDrafts(ids: readonly string[]): Promise<void> {
    for (const id of ids) await orNothing(this.#api.delete(`/admin/draft-orders/${id}`))
  }

  async #findDrafts(mark: string): Promise<readonly string[]> {
    const drafts = await this.#search('/admin/draft-orders', 'draft_orders', mark)
    return drafts.map(({ id }) => id)
  }

  async #create(
    input: OrderToWrite,
    parts: OrderedParts,
    region: Region,
    isInclusive: boolean,
  ): Promise<Outcome<ShopOrder>> {
    const { salesChannelId, shippingOptionId } = this.#settings
    const { order, productIds } = input
    const draft = (taxOfLine: DraftTerms['taxOfLine'], taxOfShipping: TaxTerms) =>
      this.#draft(
        toDraft(input, parts, {
          region,
          salesChannelId,
          shippingOptionId,
          taxOfLine,
          taxOfShipping,
        }),
      )
    const guess: DraftTerms['taxOfLine'] = ({ VatRate, MerchantProductReference }) => ({
      isInclusive:
        this.#inclusive.get(productIds.get(MerchantProductReference) ?? '') ?? isInclusive,
      rate: VatRate ?? 0,
    })
    let made = await draft(guess, { isInclusive: false, rate: order.ShippingVatRate ?? 0 })
    for (const { variant_id, is_tax_inclusive } of made.items ?? []) {
      if (variant_id) this.#inclusive.set(variant_id, is_tax_inclusive)
    }
    if (toCents(decimal(made.total)) !== parts.totalCents) {
      // The shop taxes it otherwise than the order says: a second draft starts from what the shop did.
      const { lines, shipping } = taxesOf(made)
      await this.#api.delete(`/admin/draft-orders/${made.id}`)
      made = await draft(({ Id }) => lines.get(String(Id)) ?? { isInclusive, rate: 0 }, shipping)
    }
    const problem = this.#problemOf(input, parts, made)
    if (problem) {
      await this.#api.delete(`/admin/draft-orders/${made.id}`)
      return { problem }
    }
    return { done: toShopOrder(await this.#convert(made), this.#settings.adminUrl) }
  }

  async #draft(body: unknown): Promise<Order> {
    const query = { fields: ORDER_FIELDS }
    const { draft_order } = await this.#api.post<{ readonly draft_order: Order }>(
      '/admin/draft-orders',
      body,
      query,
    )
    return draft_order
  }

  #problemOf({ order }: OrderToWrite, parts: OrderedParts, made: Order): RecordProblem | undefined {
    const total = toCents(decimal(made.total))
    if (total !== parts.totalCents) {
      return {
        code: 'total_differs',
        message: `The buyer paid ${amountOf(parts.totalCents)} ${order.CurrencyCode}; Medusa comes to ${amountOf(total)}.`,
        remedy:
          'Look for a promotion that Medusa applies by itself, and leave this sales channel out of it. Then retry.',
      }
    }
    return this.#settings.acceptsOtherTax ? undefined : taxProblem(order, made)
  }

  /** The draft becomes an order, which reserves its units. Too few units are a refusal: the draft is deleted then. */
  async #convert(draft: Order): Promise<Order> {
    try {
      await this.#api.post(`/admin/draft-orders/${draft.id}/convert-to-order`)
    } catch (error) {
      if (error instanceof Refused) {
        await orNothing(this.#api.delete(`/admin/draft-orders/${draft.id}`))
      }
      throw error
    }
    await this.#settle(draft)
    return draft
  }

  /** Marks an order as paid, since the buyer paid the channel. */
  async #settle({ id, total, payment_collections = [] }: Order): Promise<void> {
    const amount = amountOf(toCents(decimal(total)))
    const isPaid = payment_collections.some(({ payments }) => (payments?.length ?? 0) > 0)
    if (isPaid || amount === 0) return
    const open = payment_collections.find(({ status }) => status === 'not_paid')
    const collection = open?.id ?? (await this.#collect(id, amount))
    await this.#api.post(`/admin/payment-collections/${collection}/mark-as-paid`, { order_id: id })
  }

  async #collect(orderId: string, amount: number): Promise<string> {
    const { payment_collection } = await this.#api.post<{
      readonly payment_collection: { readonly id: string }
    }>('/admin/payment-collections', { order_id: orderId, amount })
    return payment_collection.id
  }

  async #search(path: string, key: string, mark: string): Promise<readonly Order[]> {
    const filter = { q: searchTextOf(mark) }
    const rows = await this.#api.all<Order>(path, key, { fields: ORDER_FIELDS, filter })
    return rows.filter(({ metadata }) => metadata?.[MARK] === mark)
  }
}

async function readTerms(api: MedusaApi): Promise<Terms> {
  const [regions, preferencesOf] = await Promise.all([readRegions(api), readTaxPreferences(api)])
  const inclusive = regions.map((region) => [region.id, preferencesOf(region).ofCurrency] as const)
  return { regions, inclusive: new Map(inclusive) }
}

const STOCK = /inventory|stock location|required quantity/i

/** What Medusa refuses about an order, in words. */
function refusal({ message }: Refused): RecordProblem {
  const shopMessage = { ...(message !== '' && { shopMessage: message }) }
  if (STOCK.test(message)) {
    return {
      code: 'out_of_stock',
      message:
        'Medusa has too few units for the order at the stock locations of the sales channel.',
      remedy:
        'Correct the stock in Medusa, or allow backorders of the variant, and retry; or cancel the missing units.',
      ...shopMessage,
    }
  }
  return {
    code: 'order_refused',
    message: 'Medusa refuses the order.',
    remedy: 'Change what the shop complains about, and retry; or cancel the order.',
    ...shopMessage,
  }
}
