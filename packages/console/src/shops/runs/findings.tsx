/** What a test of a connection has found, each with what to do. */
import { Stack, Text } from '@mantine/core'
import { State } from '../../components/values/dot.tsx'
import type { Run } from '../queries.ts'

type Finding = Run['Findings'][number]

const LEVELS = {
  error: ['red', 'Must be fixed'],
  warning: ['yellow', 'Check this'],
  ok: ['green', 'Fine'],
} as const satisfies Readonly<Record<Finding['Level'], readonly [string, string]>>

const ORDER = Object.keys(LEVELS)

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const sorted = findings.toSorted(
    (one, other) => ORDER.indexOf(one.Level) - ORDER.indexOf(other.Level),
  )
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Findings">
      {sorted.map(({ Level, Message, Remedy }) => (
        <Stack key={`${Level} ${Message}`} gap={2} align="start" component="li">
          <State of={LEVELS[Level]} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {Message}
          </Text>
          {Remedy && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {Remedy}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  )
}
