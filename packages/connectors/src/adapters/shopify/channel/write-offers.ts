import type { OfferToWrite } from '../../../adapter/channel.ts'
import { NOT_IN_SHOP, type Outcome, type RecordProblem } from '../../../adapter/outcomes.ts'
import { type Api, problemOf, type UserError } from '../api/api.ts'
import {
  OFFERS_OF_PRODUCTS,
  SET_PRICES,
  SET_QUANTITIES,
  STOCK_AT_LOCATION,
} from '../documents/catalogue.ts'
import { amountOf } from '../mapping/family.ts'
import { cents } from '../mapping/money.ts'
import { keyFor, keyOf } from '../orders/refund.ts'

export interface OfferRules {
  readonly locationId: string
  readonly vatRate?: number
}

interface VariantOffer {
  readonly id: string
  readonly price: string
  readonly product: { readonly id: string }
  readonly inventoryItem: {
    readonly id: string
    readonly tracked: boolean
    readonly inventoryLevel: {
      readonly quantities: readonly { readonly quantity: number }[]
    } | null
  }
}

type FoundOffer = Partial<VariantOffer> & {
  readonly id: string
  readonly variants?: { readonly nodes: readonly VariantOffer[] }
}

interface Pending {
  readonly offer: OfferToWrite
  readonly variant: VariantOffer
}

const OFFERS_OF_A_QUERY = 40
/** Orders of buyers change stock at any moment, so a comparison may fail more than once. */
const TRIES = 4

/** Prices and stock, as far as they differ from those in Shopify. */
export async function writeOffers(
  api: Api,
  offers: readonly OfferToWrite[],
  rules: OfferRules,
): Promise<readonly Outcome<undefined>[]> {
  const outcomes: Outcome<undefined>[] = []
  for (let from = 0; from < offers.length; from += OFFERS_OF_A_QUERY) {
    outcomes.push(...(await writeSome(api, offers.slice(from, from + OFFERS_OF_A_QUERY), rules)))
  }
  return outcomes
}

async function writeSome(
  api: Api,
  offers: readonly OfferToWrite[],
  rules: OfferRules,
): Promise<Outcome<undefined>[]> {
  const problems = new Map<OfferToWrite, RecordProblem>()
  const found = await findVariants(api, offers, rules)
  const pending = offers.flatMap((offer): Pending[] => {
    const variant = found.get(offer.shopId)
    if (!variant) problems.set(offer, missingProduct(offer))
    return variant ? [{ offer, variant }] : []
  })
  await writePrices(api, pending, rules, problems)
  await writeQuantities(api, pending, rules, problems)
  return offers.map((offer) => {
    const problem = problems.get(offer)
    return problem ? { problem } : { done: undefined }
  })
}

async function findVariants(api: Api, offers: readonly OfferToWrite[], { locationId }: OfferRules) {
  const ids = offers.map(({ shopId }) => shopId)
  const variables = { ids, location: locationId }
  const { nodes } = await api.run<{ nodes: readonly (FoundOffer | null)[] }>(
    OFFERS_OF_PRODUCTS,
    variables,
  )
  return new Map(
    nodes.flatMap((node) => {
      const variant = node?.variants ? node.variants.nodes[0] : (node as VariantOffer | null)
      return node && variant ? [[node.id, variant] as const] : []
    }),
  )
}

/** One call for each family. */
async function writePrices(
  api: Api,
  pending: readonly Pending[],
  rules: OfferRules,
  problems: Map<OfferToWrite, RecordProblem>,
): Promise<void> {
  const changed = pending.flatMap(({ offer, variant }) => {
    if (offer.price === null) return []
    const price = amountOf(offer.price, rules)
    return cents(price) === cents(variant.price) ? [] : [{ offer, variant, price }]
  })
  for (const [product, group] of Map.groupBy(changed, ({ variant }) => variant.product.id)) {
    const variants = group.map(({ variant, price }) => ({ id: variant.id, price }))
    const { userErrors } = await api.mutate(SET_PRICES, { product, variants })
    for (const error of userErrors) {
      for (const { offer } of rowsOf(error, group)) problems.set(offer, refusedPrice(offer, error))
    }
  }
}

/** The rows that an error names by the index in its path; all, if it names none. */
function rowsOf<T>({ field }: UserError, rows: readonly T[]): readonly T[] {
  const index = field?.map(Number).find((part) => Number.isInteger(part))
  const row = index === undefined ? undefined : rows[index]
  return row ? [row] : rows
}

/**
 * Sets what may be sold. Each quantity says from which it changes; if a buyer has ordered in the meantime, Shopify refuses the call, and the
 * quantities are read again.
 */
async function writeQuantities(
  api: Api,
  pending: readonly Pending[],
  rules: OfferRules,
  problems: Map<OfferToWrite, RecordProblem>,
): Promise<void> {
  let rest = pending.filter(({ offer }) => !problems.has(offer))
  for (let attempt = 1; rest.length > 0; attempt += 1) {
    if (attempt > 1) {
      const found = await findVariants(
        api,
        rest.map(({ offer }) => offer),
        rules,
      )
      rest = rest.map(({ offer, variant }) => ({
        offer,
        variant: found.get(offer.shopId) ?? variant,
      }))
    }
    await stockAtLocation(api, rest, rules)
    const changed = rest.filter(differs)
    if (changed.length === 0) return
    const errors = await setQuantities(api, changed, rules)
    if (errors.size === 0) return
    // The call is applied whole or not at all, so the others are sent again with those that were stale.
    for (const row of changed) {
      const own = errors.get(row) ?? []
      const isLast = attempt === TRIES || own.some((error) => !isStale(error))
      if (isLast) problems.set(row.offer, refusedStock(row.offer, own))
    }
    rest = changed.filter(({ offer }) => !problems.has(offer))
  }
}

function differs({ offer, variant }: Pending): boolean {
  return variant.inventoryItem.inventoryLevel?.quantities[0]?.quantity !== quantityOf(offer)
}

/** Variants cannot be taken off sale one by one: without a price, there are none to sell. */
function quantityOf({ price, stock }: OfferToWrite): number {
  return price === null ? 0 : stock
}

function isStale({ code }: UserError): boolean {
  return code === 'CHANGE_FROM_QUANTITY_STALE' || code === 'COMPARE_QUANTITY_STALE'
}

async function setQuantities(api: Api, rows: readonly Pending[], { locationId }: OfferRules) {
  const quantities = rows.map(({ offer, variant }) => ({
    inventoryItemId: variant.inventoryItem.id,
    locationId,
    quantity: quantityOf(offer),
    changeFromQuantity: variant.inventoryItem.inventoryLevel?.quantities[0]?.quantity ?? 0,
  }))
  const input = { name: 'available', reason: 'correction', quantities }
  const key = keyOf(`${api.time} ${JSON.stringify(quantities)}`)
  const { userErrors } = await api.mutate(SET_QUANTITIES, { input, key })
  const errors = new Map<Pending, UserError[]>()
  for (const error of userErrors) {
    for (const row of rowsOf(error, rows)) errors.set(row, [...(errors.get(row) ?? []), error])
  }
  return errors
}

/** New variants may have no stock at the location at all, not even none. */
async function stockAtLocation(
  api: Api,
  rows: readonly Pending[],
  { locationId }: OfferRules,
): Promise<void> {
  for (const { variant } of rows) {
    const { id, inventoryLevel } = variant.inventoryItem
    if (inventoryLevel) continue
    await api.run(STOCK_AT_LOCATION, {
      item: id,
      location: locationId,
      key: keyFor(api, `${id} ${locationId}`),
    })
  }
}

function missingProduct({ merchantProductReference }: OfferToWrite): RecordProblem {
  return {
    code: NOT_IN_SHOP,
    message: `Shopify has no product ${merchantProductReference} any more.`,
    remedy:
      'Somebody has deleted it there. Remove and add the product in the assortment of the channel to create it again.',
  }
}

function refusedPrice({ merchantProductReference }: OfferToWrite, error: UserError): RecordProblem {
  const message = `Shopify does not take the price of ${merchantProductReference}.`
  return problemOf(
    [error],
    'price_refused',
    message,
    'Read what Shopify says, change the price or the product, and retry.',
  )
}

function refusedStock(
  { merchantProductReference }: OfferToWrite,
  errors: readonly UserError[],
): RecordProblem {
  const message = `Shopify does not take the stock of ${merchantProductReference}.`
  const remedy =
    'Check in Shopify that the inventory of the variant is tracked at the location of the connection, and retry.'
  return problemOf(errors, 'stock_refused', message, remedy)
}
