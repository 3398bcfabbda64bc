/** The order that a call of an agent names, so that a person sees what the call is about. */
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../components/page/section.tsx'
import { counted, formatNumber } from '../../components/values/language.ts'
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
import type { Approval } from './queries.ts'
import { linesOf, recordsOf, unitsNamed } from './records.ts'

/** Shows the order if the call names one, and this person may read it. */
export function AboutOrder({ call }: { readonly call: Pick<Approval, 'Path' | 'Body'> }) {
  const session = useSession()
  const [record, ...others] = recordsOf(call)
  const isOne = record !== undefined && record.kind !== 'product' && others.length === 0
  if (!isOne || !session.may('orders:read')) return null
  return record.kind === 'order' ? (
    <OrderById id={Number(record.id)} body={call.Body} />
  ) : (
    <OrderByReference reference={record.reference} body={call.Body} />
  )
}

function OrderById({ id, body }: { readonly id: number; readonly body: unknown }) {
  const { data } = useQuery(orderQuery(useSession(), id))
  return data ? <Lines order={data} body={body} /> : null
}

/** A reference of a channel can name an order of each channel: then none is shown. */
function OrderByReference({
  reference,
  body,
}: {
  readonly reference: string
  readonly body: unknown
}) {
  const { data } = useQuery(namedQuery(useSession(), reference))
  const [order, ...others] = (data ?? []).filter(
    ({ MerchantReference, ChannelReference }) =>
      MerchantReference === reference || ChannelReference === reference,
  )
  return order && others.length === 0 ? <Lines order={order} body={body} /> : null
}

function namedQuery(session: Session, reference: string) {
  return callQuery(session, ['orders', 'named', reference], 'listOrders', { q: reference })
}

function Lines({ order, body }: { readonly order: Order; readonly body: unknown }) {
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  const { lines: totals } = amountsOf(order)
  return (
    <Section title={`Order ${orderNames(order).main}`}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {linesOf(body) ? 'The call is about these units of the' : 'The whole'} order of{' '}
          {nameOf(order.ShippingAddress)}, {order.ChannelName}, <Moment at={order.OrderDate} />
        </Text>
        {order.Lines.map((line) => {
          const named = unitsNamed(body, line)
          const isWhole = named === 'all' || named === line.Quantity
          return (
            <Group key={line.Id} justify="space-between" wrap="nowrap" align="start">
              <LineProduct
                reference={line.MerchantProductReference}
                product={products.data?.get(line.MerchantProductReference)}
                isLoading={products.data === undefined}
              />
              <Text size="sm" ta="right">
                {!isWhole && `${named === 'none' ? named : formatNumber(named)} of `}
                {counted(line.Quantity, 'unit')}
                <br />
                {isWhole && (
                  <Money amount={totals.get(line.Id) ?? 0} currency={order.CurrencyCode} />
                )}
              </Text>
            </Group>
          )
        })}
      </Stack>
    </Section>
  )
}
