/** The variants of a product, with their prices and stocks. */
import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Column, column, DataTable } from '../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../components/list/row-menu.tsx'
import { PageButton } from '../components/page/links.tsx'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { formatNumber } from '../components/values/language.ts'
import { allows } from '../hub/actions.ts'
import { useSession } from '../hub/session.tsx'
import type { Customer } from '../settings/changes.ts'
import { columnsOf } from './columns.tsx'
import { useRemoveVariant } from './editor/remove-variant.ts'
import type { FamilyRow } from './family-rows.ts'
import { type Product, variantsQuery } from './queries.ts'

const stay = () => undefined

/** What can be done with a variant beside its values. */
const menuColumn = (onRemove: (reference: string) => void): Column<FamilyRow> =>
  column('menu', actionsHeader, ({ product: { MerchantProductReference: reference } }) => (
    <RowMenu
      of={reference}
      actions={[{ label: 'Remove from the family', onClick: () => onRemove(reference) }]}
    />
  ))

export function Variants({
  parent: product,
  customer,
}: {
  readonly parent: Product
  readonly customer: Customer | undefined
}) {
  const parent = product.MerchantProductReference
  const list = useQuery(variantsQuery(useSession(), parent))
  const canChange = allows(product, 'change')
  const remove = useRemoveVariant(parent)
  const columns = useMemo(
    () => [...columnsOf(customer, 'variants'), ...(canChange ? [menuColumn(remove.mutate)] : [])],
    [customer, canChange, remove.mutate],
  )
  const rows = list.data?.map((product) => ({ product, isVariant: true, onToggle: stay }))
  return (
    <Section title="Variants">
      <DataTable
        label="Variants"
        noun="variant"
        list={{ ...list, data: rows && { rows, next: undefined } }}
        columns={columns}
        idOf={({ product }) => product.MerchantProductReference}
        empty={<Text size="sm">The variants no longer exist.</Text>}
      />
      {remove.error && <Problem error={remove.error} />}
      {canChange && (
        <PageButton
          size="xs"
          variant="default"
          mt="sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          to="/products/new"
          search={{ parent }}
        >
          Add a variant
        </PageButton>
      )}
      {rows && rows.length < product.Children.length && (
        <Text size="sm">Only the first {formatNumber(rows.length)} are shown.</Text>
      )}
    </Section>
  )
}
