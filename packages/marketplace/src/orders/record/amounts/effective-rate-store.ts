/** The rates with which refunds divide what was paid. */
import { type Sql, sql } from '@entrepot/database'

/**
 * An expression with the rate of an amount, in percent: the given VAT in relation to the rest, if there is one, so that the refund of all has
 * all of it.
 *
 * @param paid with VAT
 */
export const effectiveRate = (paid: Sql, given: Sql, rate: Sql): Sql => sql`
  (case when ${given} is null then ${rate} when ${given} < ${paid} then 100 * ${given} / (${paid} - ${given}) else 0 end)::float8`
