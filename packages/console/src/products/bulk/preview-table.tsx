/** Result for each product, before anything is sent. */
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatNumber, formatPercent } from '../../components/values/language.ts'
import type { OfferField } from '../change/amount.ts'
import { percentOf } from '../change/guard.ts'
import type { BulkRow } from './bulk.ts'

/** Rows that are added at a time. */
const STEP = 100

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
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={320}>
        <Table fz="sm" aria-label="Result for each product">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Product</Table.Th>
              <Table.Th scope="col" ta="right">
                Now
              </Table.Th>
              <Table.Th scope="col" ta="right">
                New{' '}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.slice(0, shown).map((row) => (
              <Table.Tr key={row.product.MerchantProductReference}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {row.product.MerchantProductReference}
                  <Text size="xs" c="dimmed" lineClamp={1}>
                    {row.product.Name}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {show(row.before)}
                </Table.Td>
                <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  <Then row={row} withAsked={withAsked} show={show} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
