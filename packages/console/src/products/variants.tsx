/** The variants of a product, with their prices and stocks. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DataTable } from '../components/list/data-table.tsx'
import { Section } from '../components/page/section.tsx'
import { useSession } from '../hub/session.tsx'
import type { Customer } from '../settings/changes.ts'
import { columnsOf } from './columns.tsx'
import { MAX_VARIANTS, variantsQuery } from './queries.ts'

const stay = () => undefined

export function Variants({
  parent,
  customer,
}: {
  readonly parent: string
  readonly customer: Customer | undefined
}) {
  const list = useQuery(variantsQuery(useSession(), parent))
  const columns = useMemo(() => columnsOf(customer, 'variants'), [customer])
  const rows = list.data?.map((product) => ({ product, isVariant: true, onToggle: stay }))
  return (
    <Section title="Variants">
      <DataTable
        label="Variants"
        list={{ ...list, data: rows && { rows, next: undefined } }}
        columns={columns}
        idOf={({ product }) => product.MerchantProductReference}
        isLaterPage={false}
        onPage={stay}
        empty={<Text size="sm">The variants are not there any more.</Text>}
      />
      {rows?.length === MAX_VARIANTS && <Text size="sm">Only the first are shown.</Text>}
    </Section>
  )
}
