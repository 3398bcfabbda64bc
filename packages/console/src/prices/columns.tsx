/** The columns of the prices to review. */
import { Text } from '@mantine/core'
import { causeLabel } from '../channels/offers/causes.ts'
import { signedPercent } from '../channels/rules/preview/preview-words.ts'
import type { Column } from '../components/list/data-table.tsx'
import { productColumn } from '../components/list/product-column.tsx'
import { formatMoney } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { changeOf, type GuardedPrice, whyHeld } from './decisions.ts'

const amount = (price: number | null, { Currency }: GuardedPrice) =>
  price === null ? 'None' : formatMoney(price, Currency)

const facts: readonly Column<GuardedPrice>[] = [
  { id: 'channel', header: 'Channel', cell: ({ row: { original } }) => original.ChannelName },
  {
    id: 'known',
    header: 'Now',
    isNumber: true,
    cell: ({ row: { original } }) => amount(original.KnownPrice, original),
  },
  {
    id: 'price',
    header: 'New',
    isNumber: true,
    cell: ({ row: { original } }) => <b>{amount(original.Price, original)}</b>,
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
    header: 'Why it waits',
    isWide: true,
    cell: ({ row: { original } }) => (
      <>
        <Text size="sm">{causeLabel(original.Cause)}</Text>
        <Text size="xs" c="dimmed">
          {whyHeld(original)}
        </Text>
      </>
    ),
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
