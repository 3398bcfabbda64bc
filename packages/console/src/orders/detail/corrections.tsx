/** Why an order requires correction, and what can be done about it. */
import { Alert, Group, List, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { useSession } from '../../hub/session.tsx'
import {
  type Correction,
  correctionsByLine,
  NO_EXCHANGE_RATE,
  UNKNOWN_PRODUCT,
} from '../corrections.ts'
import type { Order } from '../order.ts'
import type { Line } from '../units.ts'

/** The reasons of the whole order, above it. */
export function OrderCorrections({ order }: { readonly order: Order }) {
  const { may } = useSession()
  if (order.Corrections.length === 0) return null
  const byLine = correctionsByLine(order)
  const ofOrder = byLine.get(undefined) ?? []
  const lines = order.Lines.filter(({ Id }) => byLine.has(Id))
  const unknown = new Set(
    lines
      .filter(({ Id }) => byLine.get(Id)?.some(({ Code }) => Code === UNKNOWN_PRODUCT))
      .map((line) => line.MerchantProductReference),
  )
  return (
    <Alert color="red" title="This order needs a correction" mb="md">
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line.Id} style={{ overflowWrap: 'anywhere' }}>
            Line {order.Lines.indexOf(line) + 1}:{' '}
            {byLine
              .get(line.Id)
              ?.map(({ Message }) => Message)
              .join(' ')}
          </List.Item>
        ))}
        {ofOrder.map(({ Code, Message }) => (
          <List.Item key={Code} style={{ overflowWrap: 'anywhere' }}>
            {Message}
          </List.Item>
        ))}
      </List>
      <Group mt="sm" gap="sm">
        {may('products:write') &&
          [...unknown].map((reference) => (
            <PageLink
              key={reference}
              fz="sm"
              underline="always"
              to="/products/new"
              search={{ reference }}
            >
              Create {reference}
            </PageLink>
          ))}
        {ofOrder.some(({ Code }) => Code === NO_EXCHANGE_RATE) && (
          <PageLink fz="sm" underline="always" to="/settings" search={{ tab: 'rates' }}>
            Exchange rates
          </PageLink>
        )}
      </Group>
    </Alert>
  )
}

/** The reasons of a line, in the line. */
export function LineCorrections({
  line,
  corrections = [],
}: {
  readonly line: Line
  readonly corrections: readonly Correction[] | undefined
}) {
  const { may } = useSession()
  return corrections.map(({ Code }) => (
    <Text key={Code} size="xs" c="var(--mantine-color-error)">
      {WHY[Code] ?? 'It cannot be sold.'}{' '}
      {Code === UNKNOWN_PRODUCT && may('products:write') && (
        <PageLink
          fz="xs"
          underline="always"
          to="/products/new"
          search={{ reference: line.MerchantProductReference }}
        >
          Create {line.MerchantProductReference}
        </PageLink>
      )}
    </Text>
  ))
}

const WHY: Readonly<Record<string, string>> = {
  [UNKNOWN_PRODUCT]: 'This product does not exist.',
  PARENT_PRODUCT: 'A product with variants is not sold itself. Choose a variant.',
}
