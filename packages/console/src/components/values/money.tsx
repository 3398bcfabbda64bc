import { Text } from '@mantine/core'
import { formatMoney } from './language.ts'

/** An amount with its currency. Digits have the same width, so that amounts line up. */
export function Money({
  amount,
  currency,
}: {
  readonly amount: number | null
  readonly currency: string
}) {
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {amount === null ? 'None' : formatMoney(amount, currency)}
    </Text>
  )
}
