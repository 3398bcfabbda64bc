/** The rule of revenue, for orders `o` and lines `l`: what can be sold, and is neither cancelled nor refunded. */
import { type Sql, sql } from '@entrepot/database'
import { minorUnits } from '../../kit/shared/money.ts'
import { effectiveRate } from '../../orders/record/amounts/effective-rate-store.ts'
import { REFUNDED } from '../../orders/record/store.ts'

/** Whether an order counts: it waits for no correction, such as an unknown product or a missing exchange rate. */
export const IS_SOLD = sql`(o.status <> 'REQUIRES_CORRECTION' and o.total_incl_vat is not null)`

/** What was paid for all units of a line, in the currency of the order. */
const PAID = sql`(l.original_unit_price_incl_vat * l.quantity - l.original_discount_incl_vat - l.original_order_discount_incl_vat)`

/** What was paid for the units that are cancelled; of an order without any other unit, its shipping costs, too. */
const CANCELLED = sql`(case when o.cancelled = 0 then 0 when o.cancelled = o.units then o.original_total_incl_vat else (
  select sum(${PAID} * l.cancelled / l.quantity) from marketplace.order_lines l
  where l.customer_id = o.customer_id and l.order_id = o.order_id) end)`

/**
 * The revenue of an order with VAT and shipping costs, in the base currency, with its decimals. It is exactly the total of an order of which
 * nothing is cancelled or refunded, and 0 if all of it is.
 */
export function orderRevenue(baseCurrency: string): Sql {
  return sql`(case
  when not ${IS_SOLD} then 0
  when o.cancelled = 0 and ${REFUNDED} = 0 then o.total_incl_vat
  when o.original_total_incl_vat = 0 then 0
  else round(o.total_incl_vat * greatest(0, o.original_total_incl_vat - ${CANCELLED} - ${REFUNDED}) / o.original_total_incl_vat,
    ${minorUnits(baseCurrency)}::integer) end)`
}

/** The same of a line, without shipping costs. In floating point, which is several times faster, for sums of many lines that are rounded. */
export const LINE_REVENUE = sql`(greatest(0, case when l.cancelled = 0 then ${PAID}::float8
  else ${PAID}::float8 * (l.quantity - l.cancelled) / l.quantity end
  - (l.refunded_incl_vat + l.refunded_apart_incl_vat)::float8) * o.rate_to_base_currency::float8)`

/** The part of the revenue of a line that is not VAT. */
export const WITHOUT_VAT = sql`(100 / (100 + ${effectiveRate(PAID, sql`l.vat_amount`, sql`coalesce(l.vat_rate, 0)`)}))`

/** The units of a line that the buyer keeps, or is to get. */
export const KEPT_UNITS = sql`(l.quantity - l.cancelled - l.returned)`
