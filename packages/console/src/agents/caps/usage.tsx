/** What an agent has done today of what it may do, as bars with their words. */
import type { Output } from '@entrepot/client'
import { Group, Progress, Stack, Text } from '@mantine/core'
import { Moment } from '../../components/values/moment.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { CAP_NAMES, CAPS, type CapName, partUsed, usedInWords } from './caps.ts'

export type UsageToday = Output<'getAgent'>['Usage']

/** From which part on a bar warns. */
const MUCH = 80

export function Usage({
  usage: { Caps, Used, ResetsAt },
  currency,
}: {
  readonly usage: UsageToday
  readonly currency: string
}) {
  return (
    <Stack gap="sm">
      {CAP_NAMES.map((name) => (
        <Bar key={name} name={name} used={Used[name]} most={Caps[name]} currency={currency} />
      ))}
      <Text size="xs" c="dimmed">
        Limits reset <Moment at={ResetsAt} format={formatDayAndTime} />.
      </Text>
    </Stack>
  )
}

function Bar({
  name,
  used,
  most,
  currency,
}: {
  readonly name: CapName
  readonly used: number
  readonly most: number | null
  readonly currency: string
}) {
  const [label] = CAPS[name]
  const part = most === null ? 0 : partUsed(used, most)
  const isMuch = most !== null && most > 0 && part >= MUCH
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{label}</Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {usedInWords(name, used, most, currency)}
          {most === 0 && ': not allowed'}
          {isMuch && (part >= 100 ? ': used up' : ': nearly used up')}
        </Text>
      </Group>
      {most !== null && most > 0 && (
        <Progress value={part} color={isMuch ? 'red' : 'accent'} size="sm" aria-hidden />
      )}
    </div>
  )
}
