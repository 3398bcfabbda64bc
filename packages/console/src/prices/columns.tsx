/** The columns of the prices to review. */
import { Text } from '@mantine/core'
import { causeLabel } from '../channels/offers/causes.ts'
import { type Column, column } from '../components/list/data-table.tsx'
import { productColumn } from '../components/list/product-column.tsx'
import { formatMoney, signedPercent } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { changeOf, type GuardedPrice, whyHeld } from './decisions.ts'

const amount = (price: number | null, { Currency }: GuardedPrice) =>
  price === null ? 'None' : formatMoney(price, Currency)

const facts: readonly Column<GuardedPrice>[] = [
  column('channel', 'Channel', ({ ChannelName }) => ChannelName),
  column('known', { header: 'Current', isNumber: true }, (row) => amount(row.KnownPrice, row)),
  column('price', { header: 'New', isNumber: true }, (row) => <b>{amount(row.Price, row)}</b>),
  column('change', { header: 'Change', isNumber: true }, (row) => {
    const percent = changeOf(row)
    return percent === undefined ? 'From or to 0' : signedPercent(percent)
  }),
  column('cause', { header: 'Reason', isWide: true }, (row) => (
    <>
      <Text size="sm">{causeLabel(row.Cause)}</Text>
      <Text size="xs" c="dimmed">
        {whyHeld(row)}
      </Text>
    </>
  )),
  column('since', { header: 'Calculated', place: 'hidden' }, ({ Since }) => <Moment at={Since} />),
]

const decide: Column<GuardedPrice> = column(
  'decide',
  { header: 'Decision', isWide: true },
  (row) => <DecideButtons price={row} />,
)

/** @param canDecide whether the person may decide */
export function priceColumns(canDecide: boolean): readonly Column<GuardedPrice>[] {
  return [productColumn(), ...facts, ...(canDecide ? [decide] : [])]
}
