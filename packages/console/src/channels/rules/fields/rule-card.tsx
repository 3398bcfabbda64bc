/** The frame of a rule: its name, and the buttons that move and remove it. */
import { Card, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/form/rows/icon-button.tsx'
import { useRules } from './rule-context.tsx'

interface PlaceButtonsProps {
  /** What is moved and removed, such as `rule 2`. */
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

/** The buttons that move an item of a list, and remove it. */
export function PlaceButtons({ name, isFirst, isLast, onMove, onRemove }: PlaceButtonsProps) {
  if (useRules().isReadOnly) return null
  return (
    <Group gap={2} wrap="nowrap">
      <IconButton
        icon={IconArrowUp}
        disabled={isFirst}
        label={`Move ${name} up`}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={IconArrowDown}
        disabled={isLast}
        label={`Move ${name} down`}
        onClick={() => onMove(1)}
      />
      <IconButton icon={IconTrash} label={`Remove ${name}`} onClick={onRemove} />
    </Group>
  )
}

export function RuleCard({
  title,
  words,
  buttons,
  children,
}: {
  readonly title: string
  /** What the rule does. */
  readonly words?: string
  readonly buttons?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {words ? `${title}: ${words}` : title}
        </Text>
        {buttons}
      </Group>
      <Stack gap="md">{children}</Stack>
    </Card>
  )
}
