import { Text, Tooltip } from '@mantine/core'
import { formatNumber } from '../../components/values/language.ts'
import { useMomentFormat } from '../../components/values/time/moment-format.ts'
import type { Customer } from '../../settings/changes.ts'
import { explainStock, missingUnits, type ProductStock } from './explain.ts'

interface AvailableProps {
  readonly product: ProductStock
  readonly customer: Customer
}

/** How many units can be sold; why is shown on hover and focus. */
export function Available({ product, customer }: AvailableProps) {
  const missing = missingUnits(product)
  return (
    <Tooltip
      label={<Why product={product} customer={customer} />}
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Text
        span
        inherit
        tabIndex={0}
        {...(missing > 0 && { c: 'var(--mantine-color-error)', fw: 600 })}
      >
        {formatNumber(product.StockAvailable)}
        {missing > 0 && (
          <Text span display="block" size="xs" fw={400} style={{ whiteSpace: 'nowrap' }}>
            {formatNumber(missing)} missing
          </Text>
        )}
      </Text>
    </Tooltip>
  )
}

/** Rendered when the tooltip opens: a list has a hundred products. */
function Why({ product, customer }: AvailableProps) {
  return explainStock(product, customer, useMomentFormat())
}
