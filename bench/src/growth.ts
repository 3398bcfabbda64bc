/**
 * Measures how a hub grows: the median time of each of the ten calls that a hub answers most, made alone, and the disk for each record, over
 * the number of orders, products, channels, customers, open streams, and events of a year. Each curve has a hub of its own. All other numbers
 * stay as they are.
 *
 * 'Growth' is the last time of a call divided by the first one, divided by the same quotient of the logarithm of the number of records, plus
 * 1,000 for what a hub has besides. Target: <= 1.5, that is, no call grows faster than the logarithm by more than the noise.
 */
import { executeScript } from '@entrepot/database'
import { openCluster } from '@entrepot/embedded-postgres/testing'
import { CALLS, type Times, timeCalls } from './growth/calls.ts'
import { bytesOf, DIMENSIONS, type Dimension } from './growth/dimensions.ts'
import { type Bed, makeBed } from './hub.ts'
import { brief, printTable, say } from './measure.ts'
import type { Bench, BenchResult } from './run.ts'
import { makeChannels, syncData } from './sync/channels.ts'
import { item, toBodies, upsert } from './upsert.ts'

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick, part }: Parameters<Bench['run']>[0]): Promise<BenchResult> {
  const ratios: Record<string, number> = {}
  for (const dimension of chosenOf(part)) {
    const bed = await makeBed()
    try {
      const points = await measureCurve(bed, dimension, quick)
      for (const [name, growth] of growthOf(points)) {
        if (growth > LARGEST_GROWTH)
          say(`${name} grows faster than the logarithm of ${dimension.name}`)
        ratios[`${dimension.name}: ${name}`] = growth
      }
    } finally {
      await bed.close()
    }
  }
  const targets = Object.keys(ratios).map((label) => [label, `<=${LARGEST_GROWTH}`])
  return { ratios, targets: Object.fromEntries(targets) }
}

/** All curves, or the one that is named. */
function chosenOf(part: string | undefined): readonly Dimension[] {
  const chosen = DIMENSIONS.filter(({ name }) => part === undefined || name === part)
  if (chosen.length > 0) return chosen
  const names = DIMENSIONS.map(({ name }) => `"${name}"`).join(', ')
  throw new Error(`There is no curve "${part}". There are: ${names}.`)
}

const LARGEST_GROWTH = 1.5

/** Products that change, of which the first channel knows all. */
const PRODUCTS = 1_000

interface Point {
  readonly records: number
  readonly times: Times
  readonly bytesOfRecord: number
}

async function measureCurve(
  bed: Bed,
  dimension: Dimension,
  quick: boolean,
): Promise<readonly Point[]> {
  const name = dimension.name.replaceAll(' ', '-')
  // So that its role can copy rows without checks of their references.
  await openCluster(bed.directoryOf(name), 'superuser')
  const side = await bed.hub(name)
  const items = Array.from({ length: PRODUCTS }, (_, number) => item(number))
  await upsert(side, toBodies(items))
  const [channel] = await makeChannels(side, 1)
  if (channel === undefined) throw new Error('no channel')
  while ((await syncData(side, channel)).length > 0);
  const references = items.map(({ MerchantProductReference }) => MerchantProductReference)
  // The lists of 100 records are full from the first point on, and the hub is warm.
  await timeCalls(side, channel, references, 100)
  const points: Point[] = []
  let from = 0
  for (const records of quick ? dimension.quick : dimension.points) {
    const close = await dimension.grow(side, from, records)
    await executeScript(side.database, 'vacuum analyze')
    const times = await timeCalls(side, channel, references, quick ? 10 : 40)
    close?.()
    const bytesOfRecord = (await bytesOf(side, dimension.tables)) / records
    points.push({ records, times, bytesOfRecord })
    say(`${records} ${dimension.name}`)
    from = records
  }
  printCurve(dimension, points)
  return points
}

function printCurve({ name, tables }: Dimension, points: readonly Point[]): void {
  const growth = new Map(growthOf(points))
  const rowOf = (label: string, read: (point: Point) => number) => ({
    [name]: label,
    ...Object.fromEntries(points.map((point) => [`${point.records}`, brief(read(point))])),
    growth: growth.get(label) ?? '',
  })
  printTable([
    ...CALLS.map((call) => rowOf(`${call}, ms`, ({ times }) => times[call])),
    ...(tables.length > 0 ? [rowOf('bytes of a record', (point) => point.bytesOfRecord)] : []),
  ])
}

/** So that the logarithm of one record is not 0, and few records do not excuse what grows with each. */
const BESIDES = 1_000

/** How much faster than the logarithm of the records the time of each call grows; 1 if it grows as the logarithm does. */
function growthOf(points: readonly Point[]): readonly (readonly [call: string, growth: number])[] {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  const logarithm = Math.log(last.records + BESIDES) / Math.log(first.records + BESIDES)
  return CALLS.map((call) => [
    `${call}, ms`,
    brief(last.times[call] / first.times[call] / logarithm),
  ])
}
