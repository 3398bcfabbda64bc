/** The lists by which a channel selects products. */
import { type Fact, FactsTable } from '../components/values/facts-table.tsx'
import { formatNumber } from '../components/values/language.ts'
import type { Channel } from './queries.ts'

/** The selection of a channel as rows. */
export function selectionRows({ Selection }: Channel): readonly Fact[] {
  if (Selection === null) return [['Products', 'All active']]
  const { Brands, Categories, Products } = Selection
  const lists = [
    ['Brands', Brands],
    ['Categories', Categories],
    ['Products', Products],
  ] as const
  return lists.flatMap(([name, list]) =>
    list ? [[`Only these ${name.toLowerCase()}`, shorten(list)] as const] : [],
  )
}

export function SelectionLists({ channel }: { readonly channel: Channel }) {
  return <FactsTable facts={selectionRows(channel)} nameWidth="50%" />
}

/** Entries of a list that are shown. */
const SHOWN = 20

function shorten(list: readonly string[]): string {
  const more = list.length - SHOWN
  return list.slice(0, SHOWN).join('; ') + (more > 0 ? ` and ${formatNumber(more)} more` : '')
}
