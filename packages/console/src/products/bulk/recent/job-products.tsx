/** The products of a change, and what became of each. Read when they are asked for. */
import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '../../../components/page/links.tsx'
import { Problem } from '../../../components/page/problem.tsx'
import { formatNumber } from '../../../components/values/language.ts'
import { callQuery } from '../../../hub/call-query.ts'
import { useSession } from '../../../hub/session.tsx'
import { type ProductJob, toFailure } from '../../change/run-job.ts'

/** The most products that are listed. */
const MAX_SHOWN = 100

export function JobProducts({ job }: { readonly job: ProductJob }) {
  const [isOpen, setOpen] = useState(false)
  if (job.ProductCount < 2 && job.RefusedCount === 0) return null
  return (
    <Text
      size="sm"
      component="details"
      mt={4}
      onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}
    >
      <summary style={{ cursor: 'pointer' }}>Products</summary>
      {isOpen && <Outcomes job={job} />}
    </Text>
  )
}

function Outcomes({ job: { Id: id, ProductCount } }: { readonly job: ProductJob }) {
  const input = { id, pageSize: MAX_SHOWN }
  const { data, error } = useQuery(
    callQuery(useSession(), ['products', 'job-outcomes', id], 'listProductJobOutcomes', input),
  )
  if (error) return <Problem error={error} />
  const more = ProductCount - (data?.length ?? ProductCount)
  return (
    <>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {data?.map((outcome) => (
          <List.Item key={outcome.MerchantProductReference}>
            <PageLink
              inherit
              to="/products/$reference"
              params={{ reference: outcome.MerchantProductReference }}
            >
              {outcome.MerchantProductReference}
            </PageLink>
            {outcome.Outcome === 'refused' && `: ${toFailure(outcome).words}`}
            {outcome.Outcome === 'unchanged' && ': already had this value'}
          </List.Item>
        ))}
      </List>
      {more > 0 && `and ${formatNumber(more)} more`}
    </>
  )
}
