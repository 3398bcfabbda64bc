import { Text } from '@mantine/core'
import { Dot } from '../../components/values/dot.tsx'
import type { Webhook } from './queries.ts'

const REASONS = {
  requested: 'by a person or a program',
  gone: 'the receiver answered 410',
  failing: 'every delivery failed for five days',
} as const

/** Whether a webhook works, and if not, why. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  if (!webhook.IsEnabled) {
    return (
      <div>
        <Dot color="gray">Disabled</Dot>
        {webhook.DisabledReason && (
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
