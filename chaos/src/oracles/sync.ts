/** Convergence: when no more changes arrive, each channel holds exactly what the products of its customer require. */
import type { CopyEntry, FinalProduct, LedgerEntry } from '../entries.ts'
import { entriesOf, type Oracle, type Violation } from './oracle.ts'

/** Each channel must become quiet, and its copy must be correct, including prices and stocks. */
export const evaluateSync: Oracle = (entries) => {
  const ledger = entriesOf(entries, 'ledger').at(-1)
  if (ledger === undefined) return []
  return ledger.channels.flatMap((channel): readonly Violation[] => {
    const copy = entriesOf(entries, 'copy').findLast((entry) => entry.channel === channel.channel)
    if (copy === undefined) return []
    const what = 'sync'
    const noise = copy.isQuiet ? [] : [`channel ${channel.channel} did not become quiet`]
    const expected = expectedCopy(ledger, channel)
    const faults = [
      ...noise,
      ...differences(`channel ${channel.channel}`, copy.data, expected.data),
      // After a product became a parent, the channel may keep its offer, which is no longer needed.
      ...differences(`offers of ${channel.channel}`, soldOnly(copy, expected), expected.offers),
    ]
    return faults.map((detail) => ({ what, detail }))
  })
}

type Copy = Pick<CopyEntry, 'data' | 'offers'>

function expectedCopy(
  { products }: LedgerEntry,
  { customer, mode }: LedgerEntry['channels'][number],
): Copy {
  const mine = products.filter((product) => product.customer === customer)
  const byReference = new Map(mine.map((product) => [product.reference, product]))
  const children = Map.groupBy(mine, ({ parent }) => parent)
  const parentOf = ({ parent }: FinalProduct) => byReference.get(parent ?? '')
  const isActive = (product: FinalProduct) =>
    product.isActive && (parentOf(product)?.isActive ?? true)
  const data: Record<string, CopyEntry['data'][string]> = {}
  const offers: Record<string, string> = {}
  for (const product of mine.filter(isActive)) {
    const below = children.get(product.reference) ?? []
    if (below.length > 0 && (mode === 'flat' || !below.some(isActive))) continue
    const heir = mode === 'flat' ? parentOf(product) : undefined
    const description = product.description || heir?.description || null
    data[`c-${product.reference}`] = { name: product.name, description }
    if (below.length === 0) offers[`c-${product.reference}`] = product.offer
  }
  return { data, offers }
}

function soldOnly({ offers }: Copy, expected: Copy): Copy['offers'] {
  return Object.fromEntries(Object.entries(offers).filter(([name]) => name in expected.offers))
}

function differences(
  where: string,
  actual: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...names].flatMap((name) => {
    const [has, should] = [JSON.stringify(actual[name]), JSON.stringify(expected[name])]
    return has === should
      ? []
      : [`${where}: ${name} is ${has ?? 'missing'}, expected ${should ?? 'none'}`]
  })
}
