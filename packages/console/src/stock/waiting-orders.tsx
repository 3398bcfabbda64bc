/** The orders that wait for units of a product, each with what can be done about it. */
import type { Output } from '@entrepot/client'
import { Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { counted, formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { Status } from '../components/values/status.tsx'
import { useSession } from '../hub/session.tsx'
import { ACTION_LABELS } from '../orders/action-labels.ts'
import { orderNames } from '../orders/names.ts'
import { shortInStockOf, unitsNote } from '../orders/units.ts'
import { inOrderOfFilling, waitingActions } from './waiting-actions.ts'

/** A product of which more units are ordered than there are. */
export type Shortfall = Output<'listShortfalls'>[number]

/** The units of an order about which nothing is left to decide. */
function coveredWords({ OpenQuantity, BackorderQuantity, ShortUnits }: ShortOrder): string {
  return [
    counted(OpenQuantity, 'unit'),
    ...(BackorderQuantity > 0 ? [`${formatNumber(BackorderQuantity)} in backorder`] : []),
    `${ShortUnits === 0 ? 'none' : formatNumber(ShortUnits)} missing`,
  ].join(', ')
}

type ShortOrder = NonNullable<Shortfall['Orders']>[number]

const route = getRouteApi('/stock')

export function WaitingOrders({ shortfall }: { readonly shortfall: Shortfall }) {
  if (shortfall.Orders === null) return <Text size="sm">Your role may not see orders.</Text>
  return (
    <Stack gap="xs">
      {inOrderOfFilling(shortfall.Orders).map((order) => (
        <WaitingOrder key={order.Id} order={order} />
      ))}
    </Stack>
  )
}

function WaitingOrder({ order }: { readonly order: ShortOrder }) {
  const { may } = useSession()
  const { cursor } = route.useSearch()
  const note = unitsNote(order)
  const name = orderNames(order).main
  return (
    <Stack gap={4}>
      <div>
        <Group gap="xs">
          <PageLink fz="sm" to="/orders/$id" params={{ id: String(order.Id) }}>
            {name}
          </PageLink>
          <Status status={order.Status} />
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {order.ChannelName}, <Moment at={order.OrderDate} />,{' '}
          {shortInStockOf(order) === 0 ? (
            coveredWords(order)
          ) : (
            <Text span inherit fw={600} c="var(--mantine-color-error)">
              {note}
            </Text>
          )}
        </Text>
      </div>
      <Group gap={6}>
        {waitingActions(order, may).map((action) => (
          <PageButton
            key={action}
            size="compact-sm"
            variant="default"
            aria-label={`${ACTION_LABELS[action]}: ${name}`}
            to="/stock"
            search={{ ...(cursor && { cursor }), order: order.Id, action }}
          >
            {ACTION_LABELS[action]}
          </PageButton>
        ))}
      </Group>
    </Stack>
  )
}
