/** All SQL that writes and lists the table of VAT rates. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import type { VatRateItem } from './schema.ts'

/** Reads the rates of a customer by country and class. */
export async function findVatRates(
  connection: Connection,
  customerId: string,
): Promise<readonly VatRateItem[]> {
  return await query<VatRateItem>(
    connection,
    sql`
    select country_iso as "CountryIso", vat_class as "VatClass", rate::float8 as "Rate"
    from marketplace.vat_rates where customer_id = ${customerId} order by country_iso, vat_class`,
  )
}

/** Stores rates in place of all others of a customer, whom the caller has locked. */
export async function replaceVatRates(
  tx: Transaction,
  customerId: string,
  rates: readonly VatRateItem[],
): Promise<void> {
  await execute(tx, sql`delete from marketplace.vat_rates where customer_id = ${customerId}`)
  await execute(
    tx,
    sql`
    insert into marketplace.vat_rates (customer_id, country_iso, vat_class, rate)
    select ${customerId}, r."CountryIso", r."VatClass", r."Rate"
    from json_to_recordset(${JSON.stringify(rates)}::text::json) as r (
      "CountryIso" text, "VatClass" text, "Rate" numeric)`,
  )
}
