/** The amounts of an order, in its currency and in that of the merchant. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { Money } from '../../components/values/money.tsx'
import type { Order } from '../order.ts'
import { vatText } from './vat.ts'

export function OrderMoney({ order }: { readonly order: Order }) {
  const { CurrencyCode: currency } = order
  return (
    <Stack gap={6}>
      <Title order={2} size="h5">
        Amounts
      </Title>
      <Amount
        label="Shipping costs"
        amount={order.OriginalShippingCostsInclVat}
        currency={currency}
      />
      {order.OriginalShippingCostsInclVat > 0 && order.ShippingVatRate !== null && (
        <Text size="xs" c="dimmed">
          {vatText(order.ShippingVatRate, order.ShippingVatSource)}
        </Text>
      )}
      {order.OriginalDiscountInclVat > 0 && (
        <Amount
          label={order.DiscountDescription ?? 'Discount'}
          amount={-order.OriginalDiscountInclVat}
          currency={currency}
        />
      )}
      <Amount label="VAT" amount={order.OriginalTotalVat} currency={currency} />
      <Amount
        label="Total with VAT"
        amount={order.OriginalTotalInclVat}
        currency={currency}
        isTotal
      />
      {order.RefundedInclVat > 0 && (
        <Amount label="Refunded" amount={-order.RefundedInclVat} currency={currency} />
      )}
      {order.RateToBaseCurrency !== null && order.RateToBaseCurrency !== 1 && (
        <Text size="xs" c="dimmed">
          At a rate of {order.RateToBaseCurrency} to the currency of the merchant.
        </Text>
      )}
      {order.PaymentMethod && (
        <Text size="xs" c="dimmed">
          Paid by {order.PaymentMethod}.
        </Text>
      )}
    </Stack>
  )
}

function Amount({
  label,
  amount,
  currency,
  isTotal = false,
}: {
  readonly label: string
  readonly amount: number | null
  readonly currency: string
  readonly isTotal?: boolean
}) {
  return (
    <Group
      justify="space-between"
      align="flex-start"
      wrap="nowrap"
      fz="sm"
      {...(isTotal && { fw: 700 })}
    >
      <span style={{ overflowWrap: 'anywhere' }}>{label}</span>
      <Money amount={amount} currency={currency} />
    </Group>
  )
}
