/** The SQL that reads what rules look up. */
import { type Connection, queryOne, sql } from '@entrepot/database'
import { rateOn } from '../../../orders/record/exchange-rate-store.ts'
import type { OfferRules } from '../../offer-rules/index.ts'
import { namedBy, type OfferFacts } from './terms.ts'

/** Reads the exchange rates of today and the VAT rates that rules name, with the settings of the customer. */
export async function readOfferFacts(
  connection: Connection,
  customerId: string,
  rules: OfferRules | null,
): Promise<OfferFacts> {
  const { currencies, countries } = namedBy(rules)
  const rate = rateOn({
    customerId: sql`c.customer_id`,
    baseCurrency: sql`c.base_currency`,
    currencyCode: sql`named.code`,
    day: sql`(now() at time zone 'UTC')::date`,
  })
  return await queryOne<OfferFacts>(
    connection,
    sql`
    select c.base_currency as currency, c.default_vat_rate::float8 as "defaultVatRate", coalesce((
        select json_object_agg(code, rate order by code) from (
          select named.code, ${rate}::float8 as rate from unnest(${[...currencies]}::text[]) as named (code)
        ) found where rate is not null
      ), '{}') as rates, coalesce((
        select json_object_agg(country_iso, rates order by country_iso) from (
          select r.country_iso, json_object_agg(r.vat_class, r.rate::float8 order by r.vat_class) as rates
          from marketplace.vat_rates r
          where r.customer_id = c.customer_id and r.country_iso = any(${[...countries]}::text[]) group by 1
        ) found
      ), '{}') as "vatRates"
    from marketplace.customers c where c.customer_id = ${customerId}`,
  )
}
