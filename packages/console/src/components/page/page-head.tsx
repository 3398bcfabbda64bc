import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

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
    <Group justify="space-between" mb="md" gap="xs">
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && (
        <Group gap="xs" className={classes.tools}>
          {children}
        </Group>
      )}
    </Group>
  )
}
