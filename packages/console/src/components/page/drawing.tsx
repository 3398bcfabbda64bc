/** Small drawings for pages that have nothing to show: lines in the accent and grey. */
import classes from './drawing.module.css'

/** By name, in a box of 96 by 72: grey lines, and lines of the accent. */
const DRAWINGS = {
  /** Nothing is here yet: an empty shelf with a crate. */
  shelf: {
    lines: 'M14 12v52M82 12v52M14 30h68M14 56h68',
    accent: 'M38 38h20v18H38zM38 44h20M46 38v6',
  },
  /** Nothing was found. */
  search: {
    lines: 'M18 16h34M18 28h20M18 40h18M18 52h26',
    accent: 'M72 40a12 12 0 1 1-24 0a12 12 0 1 1 24 0zM69 49l11 11',
  },
  /** Nothing waits. */
  done: {
    lines: 'M22 10h52v54H22zM32 24h18M32 36h12M32 48h12',
    accent: 'M80 46a13 13 0 1 1-26 0a13 13 0 1 1 26 0zM61 46l5 5l8-9',
  },
  /** Nothing is connected. */
  plug: {
    lines: 'M8 36h20M68 36h20M68 24v24M68 28h-8M68 44h-8',
    accent: 'M28 24h12a12 12 0 0 1 0 24H28z',
  },
  /** No shop is connected: a shop with its awning, and a cable that ends before it. */
  shop: {
    lines: 'M40 33v29h44V33M54 62V47h14v15M6 62h14a8 8 0 0 0 8-8v-8M22 46h12',
    accent: 'M38 12h48l4 14a7 7 0 0 1-14 0a7 7 0 0 1-14 0a7 7 0 0 1-14 0a7 7 0 0 1-14 0z',
  },
} as const

/** The name of a drawing. */
export type DrawingName = keyof typeof DRAWINGS

export function Drawing({ name }: { readonly name: DrawingName }) {
  const { lines, accent } = DRAWINGS[name]
  return (
    <svg className={classes.drawing} width={96} height={72} viewBox="0 0 96 72" aria-hidden="true">
      <path className={classes.lines} d={lines} />
      <path className={classes.accent} d={accent} />
    </svg>
  )
}
