/** The buttons of a form that is as long as its page. They stay in sight. */
import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'

export function StickyBar({ children }: { readonly children: ReactNode }) {
  return (
    <Paper
      withBorder
      p="sm"
      mt="md"
      pos="sticky"
      bottom="var(--app-shell-footer-offset, 0px)"
      style={{ zIndex: 2 }}
    >
      <Group gap="sm">{children}</Group>
    </Paper>
  )
}
