/** The columns of the list of returns. */
import type { Output } from '@entrepot/client'
import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column } from '../components/list/data-table.tsx'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { Moment } from '../components/values/moment.tsx'
import { Money } from '../components/values/money.tsx'
import { Picture } from '../components/values/picture.tsx'
import { RETURN_REASONS, reasonLabel } from '../components/values/reasons.ts'
import { Reference } from '../components/values/reference.tsx'
import { allows } from '../hub/actions.ts'
import { isUndecided } from '../orders/returns/decision.ts'
import type { Return } from '../orders/returns/queries.ts'
import { ReturnStatus } from '../orders/returns/return-status.tsx'

const route = getRouteApi('/returns')

type Products = ReadonlyMap<string, Pick<Output<'getProduct'>, 'Name' | 'ImageUrl'>>

/** @param products by reference; undefined while they load */
export const columnsWith = (products: Products | undefined): readonly Column<Return>[] => [
  column('return', { header: 'Return and order', place: 'title' }, (row) => (
    <>
      <Reference value={row.MerchantReturnReference} />
      <PageLink
        // Away from the button above it.
        {...{ fz: 'sm', display: 'block', mt: 2, lh: '24px' }}
        to="/orders/$id"
        params={{ id: String(row.OrderId) }}
      >
        {row.MerchantOrderReference ?? row.ChannelOrderReference}
      </PageLink>
    </>
  )),
  column('products', { header: 'Product', place: 'left' }, (row) => (
    <Returned given={row} products={products} />
  )),
  column('status', { header: 'Status', place: 'corner' }, (row) => <ReturnStatus given={row} />),
  column('reason', { header: 'Reason', place: 'hidden' }, ({ Reason }) =>
    reasonLabel(RETURN_REASONS, Reason),
  ),
  column('refund', { header: 'Refund', place: 'right', isNumber: true }, (row) =>
    // Nothing is refunded before it is decided.
    isUndecided(row) && row.RefundInclVat === 0 ? null : (
      <Money amount={row.RefundInclVat} currency={row.CurrencyCode} />
    ),
  ),
  column('created', { header: 'Registered', place: 'below' }, ({ CreatedAt }) => (
    <>
      <Text span inherit hiddenFrom="sm">
        Registered{' '}
      </Text>
      <Moment at={CreatedAt} />
    </>
  )),
  column('decide', { header: 'Decision', place: 'end' }, (row) => <DecideLink given={row} />),
]

function DecideLink({ given }: { readonly given: Return }) {
  const { all, cursor, since } = route.useSearch()
  if (!allows(given, 'decide')) return null
  const decide = given.MerchantReturnReference
  return (
    <PageButton
      size="compact-sm"
      variant="default"
      aria-label={`Decide on ${decide}`}
      to="/returns"
      search={{ ...(all && { all }), ...(since && { since }), ...(cursor && { cursor }), decide }}
    >
      Decide
    </PageButton>
  )
}

/** What comes back: the first product with its picture, and how many others. */
function Returned({
  given: { Lines, Reason },
  products,
}: {
  readonly given: Return
  readonly products: Products | undefined
}) {
  const [first, ...others] = Lines
  if (first === undefined) return null
  const product = products?.get(first.MerchantProductReference)
  const units = others.reduce((all, { Quantity }) => all + Quantity, 0)
  return (
    <Group gap="sm" wrap="nowrap">
      <Picture url={product?.ImageUrl ?? null} />
      <div style={{ overflowWrap: 'anywhere' }}>
        {first.Quantity} × {product?.Name ?? first.MerchantProductReference}
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            and {units} of{' '}
            {others.length === 1 ? 'another product' : `${others.length} other products`}
          </Text>
        )}
        {/* A narrow window has no column of it. */}
        <Text size="xs" c="dimmed" hiddenFrom="lg">
          {reasonLabel(RETURN_REASONS, Reason)}
        </Text>
      </div>
    </Group>
  )
}
