/** Whether a channel has sold at the prices that it was offered. Pure. */
import type { Warning } from '../record/addresses/schema.ts'
import { readOfferVersion } from '../record/offer-version.ts'
import type { SoldProducts } from '../record/rules.ts'
import type { OrderRequest } from '../record/schema.ts'

/**
 * Returns a warning for each line whose price is none of those that the channel was offered last: the one that it was served, the one that
 * it has confirmed, and the one that it gets next. Prices in other currencies are not compared.
 */
export function priceWarnings(
  { CurrencyCode, Lines }: Pick<OrderRequest, 'CurrencyCode' | 'Lines'>,
  products: SoldProducts,
  baseCurrency: string,
): readonly Warning[] {
  return Lines.flatMap(({ MerchantProductReference, UnitPriceInclVat }, index) => {
    const versions = products.get(MerchantProductReference)?.offers ?? []
    const prices = versions.flatMap((version) => {
      const { price = null, currency = null } = readOfferVersion(version) ?? {}
      return (currency ?? baseCurrency) === CurrencyCode ? (price ?? []) : []
    })
    const [latest] = prices
    if (latest === undefined || prices.includes(UnitPriceInclVat)) return []
    const Message = `is ${UnitPriceInclVat}, and the channel was offered ${latest}`
    return [{ Code: 'PRICE_DIFFERS', Path: `/Lines/${index}/UnitPriceInclVat`, Message } as const]
  })
}
