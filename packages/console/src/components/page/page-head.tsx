import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** The head of a page: its title, which is also the title of the window, and its actions. */
export function PageHead({
  title,
  beside,
  children,
}: {
  readonly title: string
  /** What stands beside the title, such as another name. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}) {
  useDocumentTitle(`${title} - Entrepot`)
  return (
    <Group justify="space-between" mb="md" gap="xs">
      <Group gap="0 0.75rem" align="baseline" style={{ overflowWrap: 'anywhere' }}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {beside}
      </Group>
      {children && (
        <Group gap="xs" className={classes.tools}>
          {children}
        </Group>
      )}
    </Group>
  )
}
