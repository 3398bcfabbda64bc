import { Stack, Text } from '@mantine/core'
import type { ConnectionProblem } from './queries.ts'

/** Why a record was not carried over, in the words of the connector and of the shop, and what to do. */
export function ProblemWords({
  problem: { Message, Remedy, ShopMessage },
}: {
  readonly problem: Pick<ConnectionProblem, 'Message' | 'Remedy' | 'ShopMessage'>
}) {
  return (
    <Stack gap={2} maw={640} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">{Message}</Text>
      <Text size="sm" c="dimmed">
        {Remedy}
      </Text>
      {ShopMessage && (
        <Text size="xs" c="dimmed" component="div">
          Shop: <q>{ShopMessage}</q>
        </Text>
      )}
    </Stack>
  )
}
