import type { ReactNode } from 'react'
import classes from './dot.module.css'

/** A state: a pill with a dot and a label. The colour alone says nothing. */
export function Dot({ color, children }: { readonly color: string; readonly children: ReactNode }) {
  const hue = `var(--mantine-color-${color}-filled)`
  return (
    <span className={classes.pill} style={{ '--hue': hue } as object}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  )
}
