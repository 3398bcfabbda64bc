import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The head of a page: its title, which is also the title of the window, and its actions. */
export function PageHead({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ReactNode
}) {
  useDocumentTitle(`${title} - Entrepot`)
  return (
    <Group justify="space-between" mb="md">
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}
