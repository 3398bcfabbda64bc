import { Stack, Text } from '@mantine/core'
import { Dot } from '../components/values/dot.tsx'
import type { Connection } from './queries.ts'
import { stateOf } from './words.ts'

/** The state of a connection: a word, and why it does not run with what to do. */
export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const { color, label, text, remedy } = stateOf(connection)
  return (
    <Stack gap={2} align="start" maw={420}>
      <Dot color={color}>{label}</Dot>
      {text && (
        <Text size="xs" style={BREAKS}>
          {text}
        </Text>
      )}
      {remedy && (
        <Text size="xs" c="dimmed" style={BREAKS}>
          {remedy}
        </Text>
      )}
    </Stack>
  )
}

/** What shops say may have no spaces. */
const BREAKS = { overflowWrap: 'anywhere' } as const
