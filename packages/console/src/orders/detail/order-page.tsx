/** One order: lines at the left, people and money at the right, the timeline below. */
import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { RecordProblem } from '../../components/page/record-problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { Json } from '../../components/values/code/json.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Copy, Reference } from '../../components/values/reference.tsx'
import { Status } from '../../components/values/status.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { InShops } from '../../connected-records/in-shops.tsx'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import type { OrderAction } from '../action-labels.ts'
import { ActionButtons, ActionPanel } from '../actions/action-panel.tsx'
import { linesOf } from '../address.ts'
import { orderNames } from '../names.ts'
import type { Order } from '../order.ts'
import { PrintButton } from '../print/print-button.tsx'
import { whyNoSlip } from '../print/slips.ts'
import { orderQuery, recordsQuery } from '../queries.ts'
import { isUndecided } from '../returns/decision.ts'
import { ShipBy } from '../ship-by.tsx'
import { CommentForm } from './comment-form.tsx'
import { OrderCorrections } from './corrections.tsx'
import { OrderLines } from './lines.tsx'
import { OrderMoney } from './order-money.tsx'
import classes from './order-page.module.css'
import { OrderRecords } from './order-records.tsx'
import { NextOrder, OrderSteps } from './order-steps.tsx'
import { Timeline } from './timeline.tsx'
import { OrderWarnings } from './warnings.tsx'

const route = getRouteApi('/orders/$id')

export function OrderPage() {
  const { id } = route.useParams()
  const { data: order, error, refetch } = useQuery(orderQuery(useSession(), Number(id)))
  if (order) return <OrderTab order={order} />
  if (error) {
    return (
      <>
        <PageLink fz="sm" to="/orders">
          Orders
        </PageLink>
        <PageHead title="Order" />
        <RecordProblem noun="order" error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  return <Skeleton height={360} aria-label="Loading the order" />
}

function OrderTab({ order }: { readonly order: Order }) {
  const search = route.useSearch()
  const { action } = search
  const navigate = route.useNavigate()
  const [doneWith, setDoneWith] = useState<number>()
  const { Id: id } = order
  const open = (next: OrderAction | undefined) =>
    void navigate({
      search: ({ action: _, ...rest }) => ({ ...rest, ...(next && { action: next }) }),
    })
  const close = () => open(undefined)
  const finish = () => {
    setDoneWith(id)
    close()
  }
  return (
    <>
      <OrderSteps id={id} search={search} />
      <PageHead title={`Order ${orderNames(order).main}`} beside={<Names order={order} />}>
        <ActionButtons order={order} onOpen={open} />
        {whyNoSlip(order) === undefined && <PrintButton id={id} />}
      </PageHead>
      <ActionPanel order={order} action={action} onClose={close} onDone={finish} />
      {doneWith === id && <NextOrder id={id} search={search} />}
      <OrderCorrections order={order} />
      <Group mb="md" gap="0.5rem 1.25rem">
        <Text size="sm" component="div">
          <Status status={order.Status} />
        </Text>
        <UndecidedReturn id={id} />
        <Text size="sm">
          Placed <Moment at={order.OrderDate} format={formatDayAndTime} />
        </Text>
        {order.ShipBy !== null && (
          <Text size="sm" component="div">
            <ShipBy at={order.ShipBy} withDay />
          </Text>
        )}
      </Group>
      <div className={classes.page}>
        <Stack className={classes.facts ?? ''}>
          <Card withBorder>
            <OrderLines order={order} />
          </Card>
          <OrderRecords order={order} />
        </Stack>
        <Stack className={classes.side ?? ''}>
          <Card withBorder>
            <OrderMoney order={order} />
          </Card>
          <OrderWarnings order={order} />
          <InShops kind="order" hubId={String(id)} />
          <Address title="Ship to" order={order} address={order.ShippingAddress} />
          <Address title="Bill to" order={order} address={order.BillingAddress} />
        </Stack>
        <Stack className={classes.timeline ?? ''}>
          <Section title="Timeline">
            {allows(order, 'comment') && <CommentForm id={id} />}
            <Timeline order={order} />
          </Section>
          <details>
            <summary>JSON</summary>
            <Json label="Order" text={JSON.stringify(order)} />
          </details>
        </Stack>
      </div>
    </>
  )
}

/** Beside the status, which is that of a returned order before anybody has decided. */
function UndecidedReturn({ id }: { readonly id: number }) {
  const session = useSession()
  const { data } = useQuery({
    ...recordsQuery(session, id),
    enabled: session.may('fulfilment:read'),
  })
  return data?.returns.some(isUndecided) ? <Text size="sm">Return to decide</Text> : null
}

/** The channel, and how it names the order if the heading does not say it. */
function Names({ order }: { readonly order: Order }) {
  const { main, other } = orderNames(order)
  return (
    <>
      <Copy value={main} />
      <Text size="sm" c="dimmed" component="span">
        {order.ChannelName}
        {other !== null && (
          <>
            {' · '}
            <Reference value={other} />
          </>
        )}
      </Text>
    </>
  )
}

function Address({
  title,
  order,
  address,
}: {
  readonly title: string
  readonly order: Order
  readonly address: Order['ShippingAddress']
}) {
  return (
    <Card withBorder style={{ overflowWrap: 'anywhere' }}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {linesOf(address).map((line) => (
        <Text size="sm" key={line}>
          {line}
        </Text>
      ))}
      {title === 'Ship to' && (
        <Stack gap={0} mt="xs" fz="sm">
          {order.Email && (
            <Anchor inherit href={`mailto:${order.Email}`}>
              {order.Email}
            </Anchor>
          )}
          {order.Phone && (
            <Anchor inherit href={`tel:${order.Phone.replaceAll(/[^+\d]/g, '')}`}>
              {order.Phone}
            </Anchor>
          )}
        </Stack>
      )}
    </Card>
  )
}
