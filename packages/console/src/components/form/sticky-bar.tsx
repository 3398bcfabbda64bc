/** The buttons of a form that is as long as its page. They stay in sight. */
import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sticky-bar.module.css'

export function StickyBar({ children }: { readonly children: ReactNode }) {
  return (
    <Paper withBorder p="sm" mt="md" className={classes.bar ?? ''}>
      <Group gap="sm">{children}</Group>
    </Paper>
  )
}
