/** The SQL that reads what rules look up. */
import { type Connection, queryOne, sql } from '@entrepot/database'
import type { Customer } from '../../../kit/principals/customer.ts'
import { rateOn } from '../../../orders/record/amounts/exchange-rate-store.ts'
import type { OfferRules } from '../../offer-rules/index.ts'
import { namedBy, type OfferFacts } from './terms.ts'

/** The customer, with the settings that offers depend on. */
type OfferCustomer = Pick<Customer, 'customerId' | 'baseCurrency' | 'defaultVatRate'>

/** Reads the exchange rates of today and the VAT rates that rules name. Most rules name none, so that nothing is read. */
export async function readOfferFacts(
  connection: Connection,
  { customerId, baseCurrency: currency, defaultVatRate }: OfferCustomer,
  rules: OfferRules | null,
): Promise<OfferFacts> {
  const { currencies, countries } = namedBy(rules)
  if (currencies.length + countries.length === 0) {
    return { currency, defaultVatRate, rates: {}, vatRates: {} }
  }
  const rate = rateOn({
    customerId: sql`${customerId}`,
    baseCurrency: sql`${currency}`,
    currencyCode: sql`named.code`,
    day: sql`(now() at time zone 'UTC')::date`,
  })
  const found = await queryOne<Pick<OfferFacts, 'rates' | 'vatRates'>>(
    connection,
    sql`
    select coalesce((
        select json_object_agg(code, rate order by code) from (
          select named.code, ${rate}::float8 as rate from unnest(${[...currencies]}::text[]) as named (code)
        ) found where rate is not null
      ), '{}') as rates, coalesce((
        select json_object_agg(country_iso, rates order by country_iso) from (
          select r.country_iso, json_object_agg(r.vat_class, r.rate::float8 order by r.vat_class) as rates
          from marketplace.vat_rates r
          where r.customer_id = ${customerId} and r.country_iso = any(${[...countries]}::text[]) group by 1
        ) found
      ), '{}') as "vatRates"`,
  )
  return { currency, defaultVatRate, ...found }
}
