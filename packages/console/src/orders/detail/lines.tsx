/** The lines of an order, each with a bar of what happened to its units. */
import { Progress, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RecordColumn, RecordTable } from '../../components/list/record-table.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import { amountsOf } from '../amounts.ts'
import { correctionsByLine } from '../corrections.ts'
import type { Order } from '../order.ts'
import { lineProductsQuery } from '../queries.ts'
import { backorderAdvice, type Line, shortLabel, unitsOf, unitsText } from '../units.ts'
import { LineCorrections } from './corrections.tsx'
import { LineProduct } from './line-product.tsx'
import { vatText } from './vat.ts'

/** The width of all bars, so that they can be compared. */
const BAR = 150

export function OrderLines({ order }: { readonly order: Order }) {
  const references = order.Lines.map((line) => line.MerchantProductReference)
  const products = useQuery(lineProductsQuery(useSession(), references))
  const corrections = correctionsByLine(order)
  const { lines: totals } = amountsOf(order)
  const currency = order.CurrencyCode
  const columns: readonly RecordColumn<Line>[] = [
    {
      header: 'Product',
      place: 'title',
      cell: (line) => (
        <LineProduct
          reference={line.MerchantProductReference}
          product={products.data?.get(line.MerchantProductReference)}
          isLoading={products.data === undefined}
        >
          <LineCorrections line={line} corrections={corrections.get(line.Id)} />
        </LineProduct>
      ),
    },
    {
      header: 'Units',
      place: 'right',
      isNumber: true,
      cell: ({ Quantity }) => formatNumber(Quantity),
    },
    {
      header: 'Progress',
      place: 'left',
      width: BAR + 20,
      cell: (line) => (
        <>
          <UnitsBar line={line} />
          <Short line={line} />
        </>
      ),
    },
    {
      header: 'Unit price',
      place: 'below',
      isNumber: true,
      cell: (line) => <UnitPrice line={line} currency={currency} />,
    },
    {
      header: 'Total',
      place: 'corner',
      isNumber: true,
      cell: ({ Id }) => <Money amount={totals.get(Id) ?? null} currency={currency} />,
    },
  ]
  const advice = backorderAdvice(order)
  return (
    <>
      <RecordTable rows={order.Lines} columns={columns} idOf={({ Id }) => Id} />
      {advice && (
        <Text size="sm" mt="sm">
          {advice}
        </Text>
      )}
    </>
  )
}

function UnitPrice({ line, currency }: { readonly line: Line; readonly currency: string }) {
  return (
    <>
      <Money amount={line.OriginalUnitPriceInclVat} currency={currency} />
      {line.VatRate !== null && (
        <Text size="xs" c="dimmed">
          {vatText(line.VatRate, line.VatSource)}
        </Text>
      )}
      {line.OriginalDiscountInclVat > 0 && (
        <Text size="xs" c="dimmed">
          {line.DiscountDescription ?? 'Discount'}{' '}
          <Money amount={-line.OriginalDiscountInclVat} currency={currency} />
        </Text>
      )}
    </>
  )
}

/** The units of a line as a bar, and in words. */
function UnitsBar({ line }: { readonly line: Line }) {
  return (
    <>
      <Progress.Root size="sm" maw={BAR} mt={{ base: 6, sm: 0 }} aria-hidden>
        {unitsOf(line).map(({ label, units, color }) => (
          <Progress.Section key={label} value={(units / line.Quantity) * 100} color={color} />
        ))}
      </Progress.Root>
      <Text size="xs" c="dimmed">
        <VisuallyHidden>Units: </VisuallyHidden>
        {unitsText(line)}
      </Text>
    </>
  )
}

/** How many units are short. It leads to the product, which says why. */
function Short({ line }: { readonly line: Line }) {
  const label = shortLabel(line)
  if (label === undefined) return null
  return (
    <PageLink
      fz="xs"
      fw={600}
      c="var(--mantine-color-error)"
      underline="always"
      to="/products/$reference"
      params={{ reference: line.MerchantProductReference }}
    >
      {label}
    </PageLink>
  )
}
