/** Why the hub refused a call, in a list. */
import { Text } from '@mantine/core'
import type { Refusal } from './queries.ts'

export function RefusalReason({
  refusal: { Detail, Status, Code },
}: {
  readonly refusal: Pick<Refusal, 'Detail' | 'Status' | 'Code'>
}) {
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {Detail ?? 'Not stored by the version that refused it'}
      <Text size="xs" c="dimmed">
        {Status} {Code}
      </Text>
    </div>
  )
}
