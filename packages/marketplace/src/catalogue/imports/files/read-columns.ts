/** What the columns of a file seem to be. */
import { type InspectedFile, inspectCatalogue } from '@entrepot/catalogues'
import type { Database } from '@entrepot/database'
import type { Customer } from '../../../kit/principals/customer.ts'
import type { Refusal } from '../../../kit/shared/errors.ts'
import { findMappings, type KeptMapping } from '../../import-mappings/store.ts'
import { fitting, refuseUnreadable } from '../columns.ts'
import { toReadOptions } from '../read-options.ts'
import type { FileColumns, ImportOptions } from '../schema.ts'

/**
 * Reads the columns of a file, and proposes what they are. Nothing is stored.
 *
 * Refusal: `MARKET_INVALID_INPUT` if it cannot be read.
 */
export async function readColumns(
  database: Database,
  customer: Customer,
  content: AsyncIterable<Uint8Array>,
  options: Omit<ImportOptions, 'mapping'>,
): Promise<FileColumns | Refusal> {
  const kept = await findMappings(database, customer.customerId)
  try {
    const found = await inspectCatalogue(content, toReadOptions(options, customer))
    return toColumns(found, fitting(kept, found.columns))
  } catch (error) {
    return refuseUnreadable(error)
  }
}

function toColumns(found: InspectedFile, kept: readonly KeptMapping[]): FileColumns {
  const fields = new Set<string>(found.columns.map(({ target }) => target))
  const hasPrice = fields.has('Price') || fields.has('PriceWithoutVat')
  return {
    Format: found.format,
    Encoding: found.encoding,
    Delimiter: found.delimiter,
    Decimal: found.decimal,
    Resembles: found.resembles,
    Columns: found.columns.map(({ name, samples, fields: own, target, isCertain, candidates }) => ({
      Name: name,
      Samples: [...samples],
      Fields: own ? [...own] : null,
      Proposal: target,
      IsCertain: isCertain,
      Candidates: [...candidates],
    })),
    Missing: [
      ...(fields.has('MerchantProductReference') ? [] : ['MerchantProductReference']),
      ...(hasPrice ? [] : ['Price']),
    ],
    Mappings: kept.map(({ name }) => name),
  }
}
