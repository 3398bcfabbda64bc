/**
 * The course of a value as a small line without axes. Days without a value are skipped. It repeats what the charts below say, so screen
 * readers skip it.
 */
import classes from './overview.module.css'

const [WIDTH, HEIGHT] = [120, 28]

export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.flatMap((value, index) => {
    if (value === null) return []
    const height = most === 0 ? 0 : (value / most) * (HEIGHT - 2)
    return `${(index * step).toFixed(1)},${(HEIGHT - 1 - height).toFixed(1)}`
  })
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
