/** The SQL with which orders read the table of VAT rates. */
import { type Connection, query, sql } from '@entrepot/database'
import type { Customer } from '../../../kit/principals/customer.ts'

/** A country to which a customer sends. */
export interface Destination {
  readonly customerId: string
  readonly country: string
}

/** What the table of VAT rates has for a country. */
export interface DestinationRates {
  /** In percent, by class. None: the country is outside the VAT area. */
  readonly rates: Readonly<Record<string, number>>
  /** Whether the table has no rates at all. */
  readonly isEmpty: boolean
}

/** The country whose rates decide the VAT of an order. Undefined if the table does not matter. */
export function destinationOf(
  { customerId, vatRule, countryIso }: Customer,
  country: string | null | undefined,
): Destination | undefined {
  const isCrossBorder = vatRule === 'destination' && country && country !== countryIso
  return isCrossBorder ? { customerId, country } : undefined
}

/** Reads the rates of several countries in one statement. */
export async function findDestinationRates(
  connection: Connection,
  wanted: readonly Destination[],
): Promise<readonly DestinationRates[]> {
  if (wanted.length === 0) return []
  return await query<DestinationRates>(
    connection,
    sql`
    select coalesce((
        select json_object_agg(r.vat_class, r.rate::float8) from marketplace.vat_rates r
        where r.customer_id = w.customer_id and r.country_iso = w.country collate "C"
      ), '{}') as rates,
      not exists (select from marketplace.vat_rates r where r.customer_id = w.customer_id) as "isEmpty"
    from unnest(
      ${wanted.map(({ customerId }) => customerId)}::bigint[],
      ${wanted.map(({ country }) => country)}::text[]
    ) with ordinality as w (customer_id, country, number)
    order by w.number`,
  )
}
