/** How many rows a tab or a page has. Its place is kept while the number comes, so that nothing moves. */
import { Badge } from '@mantine/core'
import { formatNumber } from '../values/language.ts'

export function TabCount({ count }: { readonly count: number | null | undefined }) {
  return (
    <Badge size="sm" variant="light" color="gray" miw={36}>
      {typeof count === 'number' ? formatNumber(count) : '…'}
    </Badge>
  )
}
