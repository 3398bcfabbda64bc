import { Alert, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Dot } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import type { Webhook } from './queries.ts'

const REASONS = {
  requested: 'by a person or a program',
  gone: 'the receiver answered 410',
  failing: 'every delivery failed for five days',
} as const

/** What to do about it before the webhook is enabled again. */
const ADVICE = {
  requested: 'Enable it to send events again.',
  gone: 'This answer means that the receiver no longer accepts events. If it should, fix the receiver or the URL.',
  failing: 'Open a failed delivery below to see the answer, and fix the receiver or the URL.',
} as const

/** Whether a webhook works. @param withReason whether the place says nowhere else why it is disabled */
export function WebhookState({
  webhook,
  withReason = false,
}: {
  readonly webhook: Webhook
  readonly withReason?: boolean
}) {
  if (!webhook.IsEnabled) {
    return (
      <div>
        <Dot color="gray">Disabled</Dot>
        {withReason && webhook.DisabledReason && (
          <Text size="xs" c="dimmed">
            {REASONS[webhook.DisabledReason]}
          </Text>
        )}
      </div>
    )
  }
  if (webhook.FailingSince) return <Dot color="red">Failing</Dot>
  return <Dot color="green">Enabled</Dot>
}

/** Since when a webhook is disabled, why, and what to do. Nothing for an enabled one. */
export function DisabledNote({ webhook }: { readonly webhook: Webhook }) {
  const { IsEnabled, DisabledAt, DisabledReason } = webhook
  if (IsEnabled) return null
  return (
    <Alert
      color="gray"
      variant="light"
      mb="md"
      icon={<IconPlayerPause aria-hidden />}
      title="This webhook is disabled and sends nothing"
      role="status"
    >
      <Text size="sm">
        Disabled <Moment at={DisabledAt} />
        {DisabledReason && `: ${REASONS[DisabledReason]}`}.{' '}
        {DisabledReason && ADVICE[DisabledReason]}
      </Text>
      <Text size="sm">
        When it is enabled, missed events are sent. Events are kept for 90 days, order events
        permanently.
      </Text>
    </Alert>
  )
}
