/** The state machine of what a channel knows of one thing, against a channel that is simulated. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BLANK_TRACK, confirm, isBehind, serve, type Track } from '../src/sync/track.ts'

interface Step {
  readonly kind: 'change' | 'poll' | 'work' | 'repeat'
  readonly pick: number
}

/** What may happen; numbers choose among what is there. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('change', 'poll', 'poll', 'work', 'work', 'repeat') as fc.Arbitrary<
      Step['kind']
    >,
    pick: fc.nat(9),
  }),
  { maxLength: 40 },
)

interface Answer {
  readonly number: number
  readonly version: string
}

/** The hub and a channel with one product. */
class World {
  track: Track = { ...BLANK_TRACK, current: 'a' }
  copy = 'nothing'
  last = 0
  /** Answers that arrived and are not processed, or not acknowledged. */
  readonly arrived: Answer[] = []
  readonly done: Answer[] = []

  change(pick: number): void {
    this.track = { ...this.track, current: 'abcd'[pick % 4] as string }
  }

  /** What comes of a poll: an answer when there is something to send. */
  poll(): Answer | undefined {
    this.last += 1
    if (!isBehind(this.track)) return undefined
    const version = this.track.current as string
    this.track = serve(this.track, [version, this.last])
    return { number: this.last, version }
  }

  acknowledge(answer: number | undefined): void {
    this.track = confirm(this.track, { answer, lastAnswer: this.last })
  }

  take(pick: number): Answer | undefined {
    return this.arrived.splice(pick % (this.arrived.length || 1), 1)[0]
  }

  /** Polls, processes and acknowledges until nothing comes; answers how often something came. */
  settle(withHeader: boolean): number {
    for (let rounds = 0; ; rounds += 1) {
      const answer = this.poll()
      if (answer === undefined) return rounds
      if (rounds > 20) throw new Error('never quiet')
      this.copy = answer.version
      this.acknowledge(withHeader ? answer.number : undefined)
    }
  }
}

/** Plays steps; `play` has what differs. */
function run(
  list: readonly Step[],
  play: Record<Step['kind'], (world: World, pick: number) => void>,
): World {
  const world = new World()
  for (const { kind, pick } of list) play[kind](world, pick)
  return world
}

const ignore = () => {}
const change = (world: World, pick: number) => world.change(pick)

describe('with the header', () => {
  test('workers may process and acknowledge late, in any order, or never: in the end the copy is right', () => {
    const play = (list: readonly Step[]) => {
      const world = run(list, {
        change,
        poll(world, pick) {
          const answer = world.poll()
          // One in five answers is lost.
          if (answer && pick % 5 > 0) world.arrived.push(answer)
        },
        work(world, pick) {
          const answer = world.take(pick)
          if (answer === undefined) return
          world.copy = answer.version
          world.done.push(answer)
        },
        repeat(world, pick) {
          const told = world.done[pick % (world.done.length || 1)]
          if (told) world.acknowledge(told.number)
        },
      })
      // Every worker that has processed an answer says so in the end.
      for (const answer of world.done) world.acknowledge(answer.number)
      world.settle(true)
      expect(world.copy).toBe(world.track.current)
    }
    fc.assert(fc.property(steps, play), { numRuns: 20_000 })
  })

  test('after whatever was lost, one poller needs at most two rounds to be quiet', () => {
    const play = (list: readonly Step[]) => {
      const world = run(list, {
        change,
        poll(world, pick) {
          const answer = world.poll()
          if (answer && pick % 2) world.acknowledge(answer.number)
        },
        work: ignore,
        repeat: ignore,
      })
      expect(world.settle(true)).toBeLessThanOrEqual(2)
    }
    fc.assert(fc.property(steps, play), { numRuns: 5_000 })
  })
})

describe('without the header', () => {
  // With several workers and a network that loses answers nobody can tell which answer an acknowledgement is for: S8 of the
  // spec has the header for that.
  test.each([
    ['one worker may lose answers and acknowledgements', 1, 5],
    ['several workers that lose no answer may acknowledge late, in any order, or never', 20, 99],
  ])('%s: in the end the copy is right', (_, atOnce, lossEvery) => {
    const play = (list: readonly Step[]) => {
      const world = run(list, {
        change,
        poll(world, pick) {
          const answer = world.arrived.length < atOnce ? world.poll() : undefined
          if (answer === undefined || pick % lossEvery === lossEvery - 1) return
          world.copy = answer.version
          world.arrived.push(answer)
        },
        work(world, pick) {
          if (world.take(pick) && pick % 3 > 0) world.acknowledge(undefined)
        },
        repeat: ignore,
      })
      for (const _ of world.arrived) world.acknowledge(undefined)
      world.settle(false)
      expect(world.copy).toBe(world.track.current)
    }
    fc.assert(fc.property(steps, play), { numRuns: 20_000 })
  })

  test('an item that was served in any number of versions is quiet after nine rounds', () => {
    const world = new World()
    for (let version = 0; version < 100; version += 1) {
      world.change(version)
      world.poll()
    }
    expect(world.settle(false)).toBeLessThanOrEqual(9)
    expect(world.copy).toBe(world.track.current)
  })

  test('a lost answer costs one round more, once', () => {
    const world = new World()
    world.settle(false)
    world.change(1)
    world.poll()
    expect(world.settle(false)).toBe(1)
    world.change(2)
    expect(world.settle(false)).toBe(2)
    world.change(3)
    expect(world.settle(false)).toBe(1)
  })
})

describe.each([[true], [false]])(
  'one poller that polls, processes and acknowledges (header: %s)',
  (withHeader) => {
    test('gets every change once, and nothing twice', () => {
      const play = (changes: readonly number[]) => {
        const world = new World()
        expect(world.settle(withHeader)).toBe(1)
        for (const pick of changes) {
          const before = world.track.current
          world.change(pick)
          expect(world.settle(withHeader)).toBe(before === world.track.current ? 0 : 1)
          expect(world.copy).toBe(world.track.current)
        }
      }
      fc.assert(fc.property(fc.array(fc.nat(3)), play))
    })
  },
)
