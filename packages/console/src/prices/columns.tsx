/** The columns of the prices to review. */
import { causeLabel } from '../channels/offers/causes.ts'
import { signedPercent } from '../channels/rules/preview/preview-words.ts'
import type { Column } from '../components/list/data-table.tsx'
import { productColumn } from '../components/list/product-column.tsx'
import { languageOfNumbers } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { changeOf, type GuardedPrice } from './decisions.ts'

/** An amount without its currency, which is that in which the channel is offered the product. */
const amount = (price: number | null) =>
  price === null
    ? 'None'
    : price.toLocaleString(languageOfNumbers(), {
        minimumFractionDigits: 2,
        maximumFractionDigits: 4,
      })

const facts: readonly Column<GuardedPrice>[] = [
  { id: 'channel', header: 'Channel', cell: ({ row: { original } }) => original.ChannelName },
  {
    id: 'known',
    header: 'Now',
    isNumber: true,
    cell: ({ row: { original } }) => amount(original.KnownPrice),
  },
  {
    id: 'price',
    header: 'New',
    isNumber: true,
    cell: ({ row: { original } }) => <b>{amount(original.Price)}</b>,
  },
  {
    id: 'change',
    header: 'Change',
    isNumber: true,
    cell: ({ row: { original } }) => {
      const percent = changeOf(original)
      return percent === undefined ? 'From or to 0' : signedPercent(percent)
    },
  },
  {
    id: 'cause',
    header: 'Because of',
    cell: ({ row: { original } }) => causeLabel(original.Cause),
  },
  { id: 'since', header: 'Since', cell: ({ row: { original } }) => <Moment at={original.Since} /> },
]

const decide: Column<GuardedPrice> = {
  id: 'decide',
  header: 'Decision',
  isWide: true,
  cell: ({ row: { original } }) => <DecideButtons price={original} />,
}

/** @param canDecide whether the person may decide */
export function priceColumns(canDecide: boolean): readonly Column<GuardedPrice>[] {
  return [productColumn(), ...facts, ...(canDecide ? [decide] : [])]
}
