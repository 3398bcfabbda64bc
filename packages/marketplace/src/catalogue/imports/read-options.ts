/** How the file of an import is read. */
import type { ColumnMapping, ReadCatalogueOptions, TextLimits } from '@entrepot/catalogues'
import type { Customer } from '../../kit/principals/customer.ts'
import { ProductRequest } from '../products/schema.ts'
import type { ImportOptions } from './schema.ts'

/** Most characters of the texts of a product. */
const LIMITS: TextLimits = Object.fromEntries(
  Object.entries(ProductRequest.properties).flatMap(([name, schema]) =>
    'maxLength' in schema ? [[name, Number(schema.maxLength)]] : [],
  ),
)

/**
 * The options of the reader of the file.
 *
 * @param mapping what the columns are. A kept mapping may have changed since the file was received.
 */
export function toReadOptions(
  { unmanagedStock, mapping: _, ...options }: Omit<ImportOptions, 'source' | 'complete'>,
  customer: Customer,
  mapping?: ColumnMapping | null,
): ReadCatalogueOptions {
  const [, isAvailable, count = ''] = /^(available:)?(\d+)$/.exec(unmanagedStock ?? '') ?? []
  const stock = isAvailable ? { available: Number(count) } : Number(count)
  return {
    ...options,
    currency: customer.baseCurrency,
    vatRate: customer.defaultVatRate,
    limits: LIMITS,
    ...(mapping && { mapping }),
    ...(unmanagedStock !== undefined && { unmanagedStock: stock }),
  }
}
