/** Result for each product, before anything is sent. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type PlainColumn, PlainTable } from '../../components/list/record-table.tsx'
import { formatMoney, formatNumber, formatPercent } from '../../components/values/language.ts'
import type { OfferField } from '../change/amount.ts'
import { percentOf } from '../change/guard.ts'
import type { BulkRow } from './bulk.ts'

/** Rows that are added at a time. */
const STEP = 100

const FIGURES = { style: { fontVariantNumeric: 'tabular-nums' } } as const

export function PreviewTable({
  rows,
  field,
  currency,
  withAsked,
}: {
  readonly rows: readonly BulkRow[]
  readonly field: OfferField
  readonly currency: string
  readonly withAsked: boolean
}) {
  const [shown, setShown] = useState(STEP)
  const show = (value: number | null) => {
    if (field === 'Stock') return formatNumber(value ?? 0)
    return value === null ? 'No price' : formatMoney(value, currency)
  }
  // What needs a look comes first.
  const sorted = rows.toSorted((one, other) => rank(one) - rank(other))
  const columns: readonly PlainColumn<BulkRow>[] = [
    {
      header: 'Product',
      breaks: true,
      cell: ({ product: { MerchantProductReference, Name } }) => (
        <>
          {MerchantProductReference}
          <Text size="xs" c="dimmed" lineClamp={1}>
            {Name}
          </Text>
        </>
      ),
    },
    { header: 'Now', isNumber: true, cell: ({ before }) => <div {...FIGURES}>{show(before)}</div> },
    {
      header: 'New',
      isNumber: true,
      cell: (row) => (
        <div {...FIGURES}>
          <Then row={row} withAsked={withAsked} show={show} />
        </div>
      ),
    },
  ]
  return (
    <Stack gap="xs">
      <PlainTable
        minWidth={320}
        aria-label="Result for each product"
        rows={sorted.slice(0, shown)}
        columns={columns}
        idOf={({ product }) => product.MerchantProductReference}
      />
      {rows.length > shown && (
        <Group>
          <Text size="sm" c="dimmed">
            {formatNumber(shown)} of {formatNumber(rows.length)} are shown.
          </Text>
          <Button size="xs" variant="default" onClick={() => setShown(shown + STEP)}>
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function rank({ question, after }: BulkRow): number {
  if (question !== undefined) return 0
  return after === undefined ? 1 : 2
}

function Then({
  row,
  withAsked,
  show,
}: {
  readonly row: BulkRow
  readonly withAsked: boolean
  readonly show: (value: number | null) => string
}) {
  const { before, after, note, question } = row
  if (after === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    )
  }
  const percent = percentOf({ before, after })
  const sign = percent !== undefined && percent > 0 ? '+' : ''
  return (
    <>
      {show(after)}
      {question && (
        <Group gap={4} justify="flex-end">
          {percent !== undefined && (
            <Badge color="yellow" variant="light" c="var(--mantine-color-text)">
              {sign}
              {formatPercent(Math.round(percent))}
            </Badge>
          )}
          {!withAsked && (
            <Text size="xs" c="dimmed">
              left out
            </Text>
          )}
        </Group>
      )}
    </>
  )
}
