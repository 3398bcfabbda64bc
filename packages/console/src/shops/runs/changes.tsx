/** What a run would write, by step. */
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { counted, formatNumber } from '../../components/values/language.ts'
import type { Run } from '../queries.ts'
import { stepLabel } from '../words.ts'

type Change = Run['Changes'][number]

const ACTIONS = {
  create: ['green', 'Create'],
  update: ['blue', 'Change'],
  remove: ['red', 'Remove'],
} as const satisfies Readonly<Record<Change['Action'], readonly [string, string]>>

export function Changes({ run }: { readonly run: Run }) {
  const { Changes: changes, ChangesTotal, Outcome } = run
  const total = ChangesTotal ?? 0
  if (total === 0 && Outcome === 'ok') {
    return <Text size="sm">Nothing would be written. The hub and the shop are in sync.</Text>
  }
  // A run that failed early does not know what would be written.
  if (total === 0) return null
  return (
    <Stack gap="md">
      <Text size="sm">
        {counted(total, 'record')} would be written. Nothing has been written yet.
        {total > changes.length && ` The first ${formatNumber(changes.length)} are shown.`}
      </Text>
      {[...Map.groupBy(changes, ({ Step }) => Step)].map(([step, ofStep]) => (
        <StepChanges key={step} step={step} changes={ofStep} />
      ))}
    </Stack>
  )
}

function StepChanges({
  step,
  changes,
}: {
  readonly step: string
  readonly changes: readonly Change[]
}) {
  return (
    <Stack gap={6} component="section" aria-label={stepLabel(step)}>
      <Title order={3} size="h6">
        {stepLabel(step)}
      </Title>
      {changes.map(({ Action, HubId, ShopId, Text: text }) => {
        const [color, label] = ACTIONS[Action]
        return (
          <Group key={`${Action} ${HubId} ${ShopId} ${text}`} gap="xs" wrap="nowrap" align="start">
            <Badge
              variant="light"
              color={color}
              c="var(--mantine-color-text)"
              w={76}
              style={{ flexShrink: 0 }}
            >
              {label}
            </Badge>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}
