import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing.tsx'

/** What a page shows when there is nothing: what will be here, how it comes, and the one thing to do about it. */
export function EmptyState({
  title,
  drawing = 'shelf',
  action,
  children,
}: {
  readonly title: string
  /** Null: none. */
  readonly drawing?: DrawingName | null
  readonly action?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py={40} px="md" ta="center">
      {drawing && <Drawing name={drawing} />}
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text size="sm" c="dimmed" maw={520} component="div">
          {children}
        </Text>
      )}
      {action && <Box mt="xs">{action}</Box>}
    </Stack>
  )
}
