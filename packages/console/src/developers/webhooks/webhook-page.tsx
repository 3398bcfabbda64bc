/** One webhook: its state, what can be done, and its deliveries. */
import { Card, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { RecordProblem } from '../../components/page/record-problem.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { formatDayAndTime, formatDuration } from '../../components/values/time/relative-time.ts'
import { useSession } from '../../hub/session.tsx'
import { useReader } from '../use-reader.ts'
import { Deliveries } from './deliveries.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { type Webhook, webhookQuery } from './queries.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { PAYLOADS, SIGNATURES } from './webhook-fields.tsx'
import { DisabledNote, WebhookState } from './webhook-state.tsx'
import { typesInWords } from './webhook-words.ts'

const route = getRouteApi('/developers/webhooks/$id')

export function WebhookPage() {
  const id = Number(route.useParams().id)
  const { data, error, refetch } = useQuery(webhookQuery(useSession(), id))
  return (
    <>
      <PageLink size="sm" to="/developers" search={{ tab: 'webhooks' }}>
        Webhooks
      </PageLink>
      <PageHead title={data ? data.Label || `Webhook ${data.Id}` : `Webhook ${id}`}>
        {data && <WebhookActions webhook={data} />}
      </PageHead>
      {data && <DisabledNote webhook={data} />}
      {data && <Details webhook={data} />}
      {!data && error && (
        <RecordProblem noun="webhook" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={160} aria-label="Loading the webhook" />}
      {data && (
        <>
          <Title order={2} size="h4" mt="xl" mb="sm">
            Deliveries of the last 30 days
          </Title>
          <Deliveries webhook={data} />
          <DeliveryPanel webhook={data} />
        </>
      )}
    </>
  )
}

function Details({ webhook }: { readonly webhook: Webhook }) {
  const details: readonly (readonly [string, ReactNode])[] = [
    ['State', <WebhookState key="state" webhook={webhook} />],
    ['URL', <Reference key="url" value={webhook.Url} />],
    ['Events', typesInWords(webhook)],
    ['For', useReader()(webhook)],
    ['Created', <Moment key="created" at={webhook.CreatedAt} />],
    ['Last success', <Moment key="success" at={webhook.LastSuccessAt} />],
    ['Content', PAYLOADS[webhook.Payload]],
    ['Signature', SIGNATURES[webhook.Signature]],
  ]
  return (
    <Card withBorder>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {details.map(([name, value]) => (
          <div key={name}>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
        {webhook.PublicKey && (
          <div>
            <Text size="xs" c="dimmed">
              Public key
            </Text>
            <Reference value={webhook.PublicKey} />
          </div>
        )}
      </SimpleGrid>
      <Group gap="lg" mt="sm" aria-live="polite">
        {webhook.OldSecretEndsAt && (
          <Text size="sm">
            The old secret expires <Moment at={webhook.OldSecretEndsAt} />.
          </Text>
        )}
        {webhook.ReplayingSince && (
          <Text size="sm">
            Events since <Moment at={webhook.ReplayingSince} format={formatDayAndTime} /> are being
            sent again.
          </Text>
        )}
        {webhook.IsEnabled && webhook.FailingSince && (
          <Text size="sm">
            Failing for <Moment at={webhook.FailingSince} format={formatDuration} />. It is disabled
            after five days without a success.
          </Text>
        )}
      </Group>
    </Card>
  )
}
