/** The rules of synchronisation against channels of every kind, in memory: `SYNC_HISTORIES=100000` plays that many of each. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Issues, PureHub } from './sync-pure-hub.ts'
import { type Naming, STEPS, type Step, World } from './sync-world.ts'

const HISTORIES = Number(process.env.SYNC_HISTORIES ?? 300)

const steps = fc.array(fc.record({ kind: fc.constantFrom(...STEPS), pick: fc.nat(999) }), {
  minLength: 5,
  maxLength: 80,
  size: 'max',
})

async function play(
  list: readonly Step[],
  naming: Naming,
  withHeader: boolean,
  issues?: Issues,
): Promise<void> {
  const world = new World(new PureHub(issues), naming, withHeader)
  await world.open()
  for (const step of list) await world.step(step)
  await world.settle()
  world.expectCopy()
}

const CHANNELS = [
  ['by product', true],
  ['always new', true],
  ['again', true],
  ['by product', false],
] as const

describe.each(CHANNELS)(
  'a channel that chooses its references %s (header: %s)',
  (naming, withHeader) => {
    test('has the correct copy in the end, whatever its workers did', async () => {
      const property = fc.asyncProperty(steps, (list) => play(list, naming, withHeader))
      await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true })
    }, 3_600_000)
  },
)

const settle = <T extends { readonly isSettled: boolean }>(copy: T): T => ({
  ...copy,
  isSettled: true,
})

const UPDATES = ['brand', 'poll', 'poll', 'store', 'acknowledge', 'abandon']

/** A history in short: a number is what a step picks, 7 an answer of data with everything. */
const historyOf = (text: string): readonly Step[] =>
  text.split(', ').map((step) => {
    const [kind = '', pick] = step.split(' ')
    return { kind, pick: Number(pick ?? (kind === 'poll' ? 7 : 0)) }
  })
const LISTED = 'poll, store, acknowledge'
const AGAIN = 'poll, store 1, acknowledge 1'
const REMOVALS = ['off', 'on', 'poll', 'poll', 'store', 'acknowledge']

/** Rules that look right and are not: what they change, and what happens until it shows. */
const WRONG: readonly {
  readonly rule: string
  readonly naming: Naming
  readonly kinds: readonly string[]
  /** One that random histories seldom find. */
  readonly history?: string
  readonly issues: Issues
}[] = [
  {
    rule: 'an acknowledgement settles, whatever else is outstanding',
    naming: 'by product',
    kinds: STEPS,
    issues: {
      put: (_, after) => ({ ...after, data: settle(after.data), offer: settle(after.offer) }),
    },
  },
  {
    rule: 'what is served anew makes all that was served before forgotten',
    naming: 'by product',
    kinds: UPDATES,
    history: `${LISTED}, brand 3, poll, brand 6, poll, store 1, store 0, abandon 0, acknowledge 0`,
    issues: {
      serve: (listing) => ({
        ...listing,
        data: { ...listing.data, open: [] },
        offer: { ...listing.offer, open: [] },
      }),
    },
  },
  {
    rule: 'a late acknowledgement of data changes nothing',
    naming: 'by product',
    kinds: UPDATES,
    history: `${LISTED}, brand 3, poll, brand 6, ${AGAIN}, ${AGAIN}, store, acknowledge`,
    issues: {
      put: (before, after) =>
        after.data.doubtedUntil > before.data.doubtedUntil && before.data.isSettled
          ? { ...after, data: before.data }
          : after,
    },
  },
  {
    rule: 'a late acknowledgement of an offer changes nothing',
    naming: 'by product',
    kinds: ['price', 'poll', 'poll', 'store', 'acknowledge'],
    issues: {
      put: (before, after) =>
        after.offer.doubtedUntil > before.offer.doubtedUntil && before.offer.isSettled
          ? { ...after, offer: before.offer }
          : after,
    },
  },
  {
    rule: 'an acknowledgement of data confirms the offer, whether it came with it or not',
    naming: 'by product',
    kinds: ['offersInData', 'poll', 'lose', 'store', 'acknowledge'],
    issues: {
      put: (before, after) =>
        after.data === before.data
          ? after
          : { ...after, offer: { ...settle(after.offer), version: after.target.offer } },
    },
  },
  {
    rule: 'a removal counts although a creation is outstanding',
    naming: 'by product',
    kinds: REMOVALS,
    issues: {
      serve: (listing) =>
        listing.target.isWanted ? listing : { ...listing, data: { ...listing.data, open: [] } },
      put: (before, after) =>
        before.target.isWanted ? after : { ...after, data: settle(after.data) },
    },
  },
  {
    rule: 'the channel may remove only what it was told to remove under this reference',
    naming: 'always new',
    kinds: STEPS,
    issues: { put: (before, after) => ({ ...after, mayBeMissing: before.mayBeMissing }) },
  },
  {
    rule: 'what is acknowledged under a reference that no product has is not remembered',
    naming: 'by product',
    kinds: REMOVALS,
    history: `${LISTED}, off, poll, on, ${AGAIN}, off, ${AGAIN}, on, poll, store 1, store 0, acknowledge, acknowledge`,
    issues: { lastUse: (lastUse) => lastUse && 0 },
  },
  {
    rule: 'an acknowledgement is for the oldest answer, whatever its header says',
    naming: 'by product',
    kinds: STEPS,
    issues: { acknowledgement: (given) => ({ ...given, answer: undefined }) },
  },
]

describe.each(WRONG)('with the wrong rule that $rule', ({ naming, kinds, history, issues }) => {
  const examples: [readonly Step[]][] = history ? [[historyOf(history)]] : []

  test('a history with a wrong end is found', async () => {
    const list = fc.array(fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(999) }), {
      minLength: 5,
      maxLength: kinds === STEPS ? 80 : 30,
      size: 'max',
    })
    const property = fc.asyncProperty(list, (steps: readonly Step[]) =>
      play(steps, naming, true, issues),
    )
    const { failed } = await fc.check(property, { numRuns: 20_000, endOnFailure: true, examples })
    expect(failed).toBe(true)
    for (const [steps] of examples) await play(steps, naming, true)
  }, 120_000)
})
