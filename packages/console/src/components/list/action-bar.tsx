/** What can be done with the selected rows of a list. With its buttons, it stays in sight while the list is scrolled. */
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './action-bar.module.css'

/** @param label what is selected, for screen readers */
export function ActionBar({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <Group gap="xs" role="group" aria-label={label} className={classes.bar}>
      {children}
    </Group>
  )
}
