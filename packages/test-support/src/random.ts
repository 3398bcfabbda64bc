import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A generator whose choices depend only on its seed. */
export interface Random {
  /** A whole number from `low` to `high`, inclusive. */
  int(low: number, high: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/**
 * Creates a generator. Generators with the same seed and different streams are independent of each other.
 *
 * @param stream distinguishes the users of one seed, such as the clients of a run
 * @throws RangeError if `pick` gets an empty list
 * @example
 * createRandom(7).int(1, 6) // the same on every run
 */
export function createRandom(seed: number, stream = 0): Random {
  const generator = xoroshiro128plus(seed)
  for (let jump = 0; jump < stream; jump += 1) generator.jump()
  const int = (low: number, high: number) => uniformInt(generator, low, high)
  return {
    int,
    chance: (probability) => uniformFloat64(generator) < probability,
    pick(items) {
      if (items.length === 0) throw new RangeError('Cannot pick an item of an empty list.')
      return items[int(0, items.length - 1)] as (typeof items)[number]
    },
  }
}
