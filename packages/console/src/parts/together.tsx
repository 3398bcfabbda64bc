/** Sections of a page that appear together. */
import { Box, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Shows sections when all that they need is there, or has failed. Otherwise each one would move those below it when its data come, while a
 * person reads or aims at them.
 *
 * @param of the queries of the sections; the sections use them too, so nothing is asked for twice
 * @example <Together of={[members, invitations]}><Members /><Invitations /></Together>
 */
export function Together({
  of,
  children,
}: {
  readonly of: readonly { readonly isPending: boolean }[]
  readonly children: ReactNode
}) {
  if (of.every(({ isPending }) => !isPending)) return children
  return (
    <Box role="status" aria-busy="true" aria-label="Loading the page">
      <Stack>
        <Skeleton height={160} />
        <Skeleton height={160} />
      </Stack>
    </Box>
  )
}
