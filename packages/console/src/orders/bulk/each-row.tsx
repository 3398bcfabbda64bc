/** An order in a panel for several: its name, and what became of its call. */
import { Badge, Group, Stack, Text } from '@mantine/core'
import { Problem } from '../../components/page/problem.tsx'
import type { Outcome } from './use-each.ts'

export function EachRow({
  name,
  outcome,
}: {
  readonly name: string
  readonly outcome: Outcome | undefined
}) {
  return (
    <Stack gap={4} component="li">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {outcome?.state === 'running' && <Badge variant="light">Running</Badge>}
          {outcome?.state === 'done' && (
            <Badge variant="light" color="green">
              Done
            </Badge>
          )}
        </Group>
      </Group>
      {outcome?.state === 'failed' && <Problem error={outcome.error} />}
    </Stack>
  )
}
