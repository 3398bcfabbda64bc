/** Why an order requires correction, and what can be done about it. */
import { Alert, Button, Group, List, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { type Correction, correctionsByLine } from '../corrections.ts'
import type { Order } from '../order.ts'
import type { Line } from '../units.ts'

/** The code of a line whose product the hub does not know. */
const UNKNOWN = 'UNKNOWN_PRODUCT'

/** The reasons of the whole order, above it. */
export function OrderCorrections({
  order,
  onCorrect,
}: {
  readonly order: Order
  readonly onCorrect: () => void
}) {
  const { may } = useSession()
  if (order.Corrections.length === 0) return null
  const byLine = correctionsByLine(order)
  const ofOrder = byLine.get(undefined) ?? []
  const lines = order.Lines.filter(({ Id }) => byLine.has(Id))
  const unknown = new Set(
    lines
      .filter(({ Id }) => byLine.get(Id)?.some(({ Code }) => Code === UNKNOWN))
      .map((line) => line.MerchantProductReference),
  )
  return (
    <Alert color="red" title="This order needs a correction" mb="md">
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line.Id} style={{ overflowWrap: 'anywhere' }}>
            Line {order.Lines.indexOf(line) + 1}, {line.MerchantProductReference}:{' '}
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
        {allows(order, 'correct') && (
          <Button size="xs" variant="default" onClick={onCorrect}>
            {lines.length > 0 ? 'Choose other products' : 'Check again'}
          </Button>
        )}
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
        {ofOrder.some(({ Code }) => Code === 'NO_EXCHANGE_RATE') && (
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
      {Code === UNKNOWN && may('products:write') && (
        <PageLink
          fz="xs"
          underline="always"
          to="/products/new"
          search={{ reference: line.MerchantProductReference }}
        >
          Create it
        </PageLink>
      )}
    </Text>
  ))
}

const WHY: Readonly<Record<string, string>> = {
  [UNKNOWN]: 'This product does not exist.',
  PARENT_PRODUCT: 'A product with variants is not sold itself. Choose a variant.',
}
