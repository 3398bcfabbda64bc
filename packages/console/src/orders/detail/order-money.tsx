/** The amounts of an order, in its currency: each is a part of the sum below it. */
import { Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted, formatRate } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { amountsOf, netLabel, type OrderAmounts } from '../amounts.ts'
import type { Order } from '../order.ts'
import { vatText } from './vat.ts'

export function OrderMoney({ order }: { readonly order: Order }) {
  const { CurrencyCode: currency } = order
  const amounts = amountsOf(order)
  const units = order.Lines.reduce((all, { Quantity }) => all + Quantity, 0)
  const hasChanged = netLabel(amounts) !== undefined
  return (
    <Stack gap={6}>
      <Title order={2} size="h5">
        Amounts
      </Title>
      <Amount
        label={`Subtotal, ${counted(units, 'unit')}`}
        amount={amounts.subtotal}
        currency={currency}
      />
      <OptionalAmount
        label={order.DiscountDescription ?? 'Discount'}
        amount={amounts.discount}
        currency={currency}
      />
      <Amount label="Shipping costs" amount={amounts.shipping} currency={currency} />
      {amounts.shipping > 0 && order.ShippingVatRate !== null && (
        <Note>{vatText(order.ShippingVatRate, order.ShippingVatSource)}</Note>
      )}
      <OptionalAmount label="Rounding" amount={amounts.rounding} currency={currency} />
      <Divider />
      <Amount
        label={hasChanged ? 'Original total' : 'Total'}
        amount={amounts.total}
        currency={currency}
        isTotal
      />
      {order.OriginalTotalVat !== null && (
        <Note>
          {hasChanged ? 'VAT in the original total:' : 'incl. VAT'}{' '}
          <Money amount={order.OriginalTotalVat} currency={currency} />
        </Note>
      )}
      <Afterwards amounts={amounts} order={order} />
      {order.RateToBaseCurrency !== null && order.RateToBaseCurrency !== 1 && (
        <Converted order={order} rate={order.RateToBaseCurrency} />
      )}
      {order.PaymentMethod && <Note>Paid by {order.PaymentMethod}.</Note>}
    </Stack>
  )
}

/** What the total is in the currency of the merchant. */
function Converted({ order, rate }: { readonly order: Order; readonly rate: number }) {
  const base = useQuery(customerQuery(useSession())).data?.BaseCurrency
  if (base === undefined) return null
  return (
    <Note>
      <Money amount={order.TotalInclVat} currency={base} /> at 1 {order.CurrencyCode} ={' '}
      {formatRate(rate)} {base}
    </Note>
  )
}

/** What was taken off the total after the order came in. */
function Afterwards({
  order: { Lines, CurrencyCode: currency },
  amounts: { cancelled, refunded, refundedOfCancelled, net },
}: {
  readonly order: Order
  readonly amounts: OrderAmounts
}) {
  const label = netLabel({ cancelled, refunded })
  if (label === undefined) return null
  const units = Lines.reduce((all, { CancelledQuantity }) => all + CancelledQuantity, 0)
  const isWhole = Lines.every((line) => line.CancelledQuantity === line.Quantity)
  return (
    <>
      <OptionalAmount
        label={`Cancelled, ${counted(units, 'unit')}${isWhole ? ' and shipping' : ''}`}
        amount={cancelled}
        currency={currency}
      />
      {cancelled !== 0 && refundedOfCancelled === 0 && <Note>The channel pays it back.</Note>}
      <OptionalAmount label="Refunded" amount={refunded} currency={currency} />
      <OptionalAmount
        label="Refunded for cancelled units"
        amount={refundedOfCancelled}
        currency={currency}
      />
      <Divider />
      <Amount label={label} amount={net} currency={currency} isTotal />
    </>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )
}

interface AmountProps {
  readonly label: string
  readonly amount: number
  readonly currency: string
  readonly isTotal?: boolean
}

function OptionalAmount(props: AmountProps) {
  return props.amount === 0 ? null : <Amount {...props} />
}

function Amount({ label, amount, currency, isTotal = false }: AmountProps) {
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
