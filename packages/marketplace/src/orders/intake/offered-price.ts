/** Whether a channel has sold at the prices that it was offered. Pure. */
import { decimal, minorUnits } from '../../kit/shared/money.ts'
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
    const say = (price: number) => `${withDecimals(price, CurrencyCode)} ${CurrencyCode}`
    const Message = `is ${say(UnitPriceInclVat)}, and the channel was offered ${say(latest)}`
    return [{ Code: 'PRICE_DIFFERS', Path: `/Lines/${index}/UnitPriceInclVat`, Message } as const]
  })
}

/** A price with the decimals of its currency, or with its own if it has more. */
function withDecimals(price: number, currency: string): string {
  const exact = decimal(price).toFixed()
  const own = exact.split('.')[1]?.length ?? 0
  return decimal(price).toFixed(Math.max(own, minorUnits(currency)))
}
