/** The values beside an axis. Pure. */

/** About as many steps have room. */
const STEPS = 4

/** The steps that people count in, as parts of a power of ten. */
const ROUND = [1, 2, 2.5, 5, 10]

/**
 * The values from 0 to one that is at least `most`, in round steps.
 *
 * @param isWhole whether only whole numbers make sense
 */
export function roundTicks(most: number, isWhole = false): readonly number[] {
  const exact = Math.max(most, isWhole ? 1 : 0.01) / STEPS
  const power = 10 ** Math.floor(Math.log10(exact))
  const sizes = ROUND.map((part) => part * power)
  const isFit = (size: number) => size >= exact && (!isWhole || Number.isInteger(size))
  const step = sizes.find(isFit) ?? Math.ceil(exact)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}
