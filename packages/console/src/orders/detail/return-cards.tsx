/** The returns of an order: what came back, and what was refunded. */
import type { Output } from '@entrepot/client'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../components/values/moment.tsx'
import { Money } from '../../components/values/money.tsx'
import { RETURN_REASONS, reasonLabel } from '../../components/values/reasons.ts'
import { Reference } from '../../components/values/reference.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { lineProductsQuery } from '../queries.ts'
import { ReturnStatus } from '../returns/return-status.tsx'

type Return = Output<'listReturns'>[number]

export function ReturnCards({
  returns,
  onDecide,
}: {
  readonly returns: readonly Return[]
  readonly onDecide: (reference: string) => void
}) {
  const references = returns.flatMap(({ Lines }) =>
    Lines.map((line) => line.MerchantProductReference),
  )
  const { data: products } = useQuery(lineProductsQuery(useSession(), references))
  if (returns.length === 0) return null
  return (
    <Stack component="section" aria-label="Returns" gap="sm">
      {returns.map((given) => (
        <Card
          key={given.Id}
          withBorder
          component="article"
          aria-label={`Return ${given.MerchantReturnReference}`}
        >
          <Group justify="space-between" gap="xs" mb="sm">
            <Group gap="xs">
              <Title order={2} size="h5">
                Return
              </Title>
              <Text size="sm" component="span">
                <Reference value={given.MerchantReturnReference} />
              </Text>
              <ReturnStatus given={given} />
            </Group>
            <Text size="sm" c="dimmed">
              Registered <Moment at={given.CreatedAt} format={formatDayAndTime} />
            </Text>
          </Group>
          {given.Lines.map((line) => (
            <Text size="sm" key={line.ChannelOrderLineReference} style={BREAKS}>
              {line.Quantity} ×{' '}
              {products?.get(line.MerchantProductReference)?.Name ?? line.MerchantProductReference}
              {line.RejectedQuantity > 0 && `, ${line.RejectedQuantity} rejected`}
            </Text>
          ))}
          <Text size="sm" c="dimmed" style={BREAKS}>
            {reasonLabel(RETURN_REASONS, given.Reason)}
          </Text>
          {given.CustomerComment && (
            <Text size="sm" style={BREAKS}>
              Buyer's comment: {given.CustomerComment}
            </Text>
          )}
          {given.MerchantComment && (
            <Text size="sm" style={BREAKS}>
              Comment for the channel: {given.MerchantComment}
            </Text>
          )}
          <Group gap="sm" mt="sm">
            {allows(given, 'decide') && (
              <Button size="xs" onClick={() => onDecide(given.MerchantReturnReference)}>
                Decide
              </Button>
            )}
            {given.RefundInclVat > 0 && (
              <Text size="sm">
                Refunded <Money amount={given.RefundInclVat} currency={given.CurrencyCode} />
              </Text>
            )}
          </Group>
        </Card>
      ))}
    </Stack>
  )
}

/** References and names may have no spaces at which they could be broken. */
const BREAKS = { overflowWrap: 'anywhere' } as const
