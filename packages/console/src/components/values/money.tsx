import { Text } from '@mantine/core'
import { formatMoney } from './language.ts'

/** An amount with its currency. Digits have the same width, so that amounts line up. */
export function Money({
  amount,
  currency,
  none = 'None',
}: {
  readonly amount: number | null
  readonly currency: string
  /** What is shown without an amount. @default 'None' */
  readonly none?: string
}) {
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {amount === null ? none : formatMoney(amount, currency)}
    </Text>
  )
}
