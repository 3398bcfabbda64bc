import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What a page shows when there is nothing: what will be here, and how it comes. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw={520} component="div">
          {children}
        </Text>
      )}
    </Stack>
  )
}
