/** Leads to the orders and products that a call of an agent names. */
import { Fragment } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { OrderLink } from '../../orders/order-link.tsx'
import type { NamedRecord } from './records.ts'

/** Links that are shown. */
const MOST = 10

export function RecordLinks({ records }: { readonly records: readonly NamedRecord[] }) {
  const others = records.length - MOST
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {records.slice(0, MOST).map((record, index) => (
        <Fragment key={JSON.stringify(record)}>
          {index > 0 && ', '}
          <RecordLink record={record} />
        </Fragment>
      ))}
      {others > 0 && ` and ${formatNumber(others)} more`}
    </span>
  )
}

function RecordLink({ record }: { readonly record: NamedRecord }) {
  if (record.kind === 'order') return <OrderLink id={record.id} />
  const { kind, reference } = record
  if (kind === 'orders') {
    return (
      <PageLink inherit to="/orders" search={{ q: reference }}>
        Order {reference}
      </PageLink>
    )
  }
  return (
    <PageLink inherit to="/products/$reference" params={{ reference }}>
      Product {reference}
    </PageLink>
  )
}
