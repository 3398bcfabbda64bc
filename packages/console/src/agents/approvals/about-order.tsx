/** The order that a call of an agent names, so that a person sees what the call is about. */
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../components/page/section.tsx'
import { counted } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { callQuery } from '../../hub/call-query.ts'
import { type Session, useSession } from '../../hub/session.tsx'
import { nameOf } from '../../orders/address.ts'
import { amountsOf } from '../../orders/amounts.ts'
import { LineProduct } from '../../orders/detail/line-product.tsx'
import { orderNames } from '../../orders/names.ts'
import type { Order } from '../../orders/order.ts'
import { lineProductsQuery, orderQuery } from '../../orders/queries.ts'
import type { NamedRecord } from './records.ts'

/** Shows the order if the call names one, and this person may read it. */
export function AboutOrder({ records }: { readonly records: readonly NamedRecord[] }) {
  const session = useSession()
  const [record, ...others] = records
  const isOne = record !== undefined && record.kind !== 'product' && others.length === 0
  if (!isOne || !session.may('orders:read')) return null
  return record.kind === 'order' ? (
    <OrderById id={Number(record.id)} />
  ) : (
    <OrderByReference reference={record.reference} />
  )
}

function OrderById({ id }: { readonly id: number }) {
  const { data } = useQuery(orderQuery(useSession(), id))
  return data ? <Lines order={data} /> : null
}

/** A reference of a channel can name an order of each channel: then none is shown. */
function OrderByReference({ reference }: { readonly reference: string }) {
  const { data } = useQuery(namedQuery(useSession(), reference))
  const [order, ...others] = (data ?? []).filter(
    ({ MerchantReference, ChannelReference }) =>
      MerchantReference === reference || ChannelReference === reference,
  )
  return order && others.length === 0 ? <Lines order={order} /> : null
}

function namedQuery(session: Session, reference: string) {
  return callQuery(session, ['orders', 'named', reference], 'listOrders', { q: reference })
}

function Lines({ order }: { readonly order: Order }) {
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  const { lines: totals } = amountsOf(order)
  return (
    <Section title={`Order ${orderNames(order).main}`}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          The whole order of {nameOf(order.ShippingAddress)}, {order.ChannelName},{' '}
          <Moment at={order.OrderDate} />
        </Text>
        {order.Lines.map((line) => (
          <Group key={line.Id} justify="space-between" wrap="nowrap" align="start">
            <LineProduct
              reference={line.MerchantProductReference}
              product={products.data?.get(line.MerchantProductReference)}
              isLoading={products.data === undefined}
            />
            <Text size="sm" ta="right">
              {counted(line.Quantity, 'unit')}
              <br />
              <Money amount={totals.get(line.Id) ?? 0} currency={order.CurrencyCode} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
