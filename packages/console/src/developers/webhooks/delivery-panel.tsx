/** One delivery: each attempt with its request, answer and time; and the button that sends it again. */
import { Badge, Button, Card, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAction } from '../../components/form/use-action.ts'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { Json } from '../../components/values/code/json.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { useSession } from '../../hub/session.tsx'
import { NextAttempt, StateOfDelivery } from './deliveries.tsx'
import { type Attempt, deliveryQuery, type Webhook } from './queries.ts'

const route = getRouteApi('/developers/webhooks/$id')

export function DeliveryPanel({ webhook }: { readonly webhook: Webhook }) {
  const { delivery, ...place } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <SidePanel
      title={delivery === undefined ? '' : `Delivery ${delivery}`}
      isOpen={delivery !== undefined}
      onClose={() => void navigate({ search: place })}
    >
      {delivery !== undefined && <Details webhook={webhook} deliveryId={delivery} />}
    </SidePanel>
  )
}

function Details({
  webhook: { Id: webhookId, IsEnabled: isEnabled },
  deliveryId,
}: {
  readonly webhook: Webhook
  readonly deliveryId: number
}) {
  const session = useSession()
  const { data, error, refetch } = useQuery(deliveryQuery(session, webhookId, deliveryId))
  const replay = useAction({
    run: async () => await session.client.replayWebhookDelivery({ id: webhookId, deliveryId }),
    done: 'The delivery is sent again.',
  })
  if (!data) {
    if (error) return <Problem error={error} onRetry={() => void refetch()} />
    return <Skeleton height={200} aria-label="Loading the delivery" />
  }
  return (
    <Stack>
      <Group gap="lg" aria-live="polite">
        <StateOfDelivery state={data.State} />
        <Text size="sm">{data.Type}</Text>
        <Text size="sm" component="div">
          <Reference value={data.MessageId} />
        </Text>
        {data.NextAttemptAt && (
          <Text size="sm">
            Next attempt <NextAttempt at={data.NextAttemptAt} isEnabled={isEnabled} />
          </Text>
        )}
      </Group>
      {replay.error !== null && <Problem error={replay.error} />}
      {session.may('webhooks:write') && (
        <Group>
          <Button
            size="sm"
            loading={replay.isPending}
            disabled={data.State === 'pending' && data.AttemptCount === 0}
            onClick={() => replay.mutate()}
          >
            Send again
          </Button>
        </Group>
      )}
      {data.Attempts.length === 0 && <Text size="sm">No attempt has finished yet.</Text>}
      {data.Attempts.toReversed().map((attempt) => (
        <AttemptCard key={attempt.StartedAt} attempt={attempt} />
      ))}
    </Stack>
  )
}

/** Whether the hub has kept only the beginning of what was sent. */
function isCut(request: string): boolean {
  try {
    JSON.parse(request)
    return false
  } catch {
    return true
  }
}

function AttemptCard({ attempt }: { readonly attempt: Attempt }) {
  const { StartedAt, Milliseconds, Status, Error: reason, Request, Answer } = attempt
  return (
    <Card withBorder component="section" aria-label="Attempt">
      <Group gap="sm" mb="xs">
        <Badge color={reason === null ? 'green' : 'red'} variant="light" tt="none">
          {Status ?? 'No answer'}
        </Badge>
        <Text size="sm">
          <Moment at={StartedAt} />, {Milliseconds} ms
        </Text>
      </Group>
      {reason !== null && (
        <Text size="sm" mb="xs">
          {reason}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {Request !== null && isCut(Request) ? 'Request (first KB)' : 'Request'}
      </Text>
      {Request === null ? (
        <Text size="sm">Your role may not read the records of this event.</Text>
      ) : (
        <Json label="Request" text={Request} />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        Answer
      </Text>
      {Answer ? <Json label="Answer" text={Answer} /> : <Code>empty</Code>}
    </Card>
  )
}
