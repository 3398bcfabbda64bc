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

/** A state as tables of states have it. */
export function State({
  of: [color, label],
}: {
  readonly of: readonly [color: string, label: string]
}) {
  return <Dot color={color}>{label}</Dot>
}

/** Whether a product is for sale, and whether a channel may sell. */
export function ActiveState({ isActive }: { readonly isActive: boolean }) {
  return <Dot color={isActive ? 'green' : 'gray'}>{isActive ? 'Active' : 'Inactive'}</Dot>
}
