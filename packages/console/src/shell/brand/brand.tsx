/** The mark of the product, and with its name. */
import classes from './brand.module.css'
import { MARK, WORDMARK } from './paths.ts'

/** The mark alone, for narrow places. */
export function Mark() {
  return (
    <svg width={28} height={28} viewBox="0 0 32 32" role="img" aria-label="Entrepot">
      <path className={classes.mark} d={MARK} />
    </svg>
  )
}

/** The mark and the name. */
export function Brand() {
  return (
    <svg width={107} height={28} viewBox="0 0 122 32" role="img" aria-label="Entrepot">
      <path className={classes.mark} d={MARK} />
      <path className={classes.name} d={WORDMARK} />
    </svg>
  )
}
