import { Text, Tooltip } from '@mantine/core'
import { formatNumber } from '../../components/values/language.ts'
import { useMomentFormat } from '../../components/values/time/moment-format.ts'
import type { Customer } from '../../settings/changes.ts'
import { explainStock, type ProductStock } from './explain.ts'

/** How many units can be sold; why is shown on hover and focus. */
export function Available({
  product,
  customer,
}: {
  readonly product: ProductStock
  readonly customer: Customer
}) {
  const why = explainStock(product, customer, useMomentFormat())
  const isMissing = product.StockReserved > (product.Stock ?? 0)
  return (
    <Tooltip label={why} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Text
        span
        inherit
        tabIndex={0}
        {...(isMissing && { c: 'var(--mantine-color-error)', fw: 600 })}
      >
        {formatNumber(product.StockAvailable)}
      </Text>
    </Tooltip>
  )
}
