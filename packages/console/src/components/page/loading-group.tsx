/** Sections of a page that appear together. */
import { Box, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Shows sections when all that they need is there, or has failed. Otherwise each one would move those below it when its data come, while a
 * person reads or aims at them.
 *
 * @param of the queries of the sections; the sections use them too, so nothing is asked for twice
 * @example <LoadingGroup of={[members, invitations]}><Members /><Invitations /></LoadingGroup>
 */
export function LoadingGroup({
  of,
  children,
}: {
  readonly of: readonly { readonly isPending: boolean }[]
  readonly children: ReactNode
}) {
  const isWaiting = of.some(({ isPending }) => isPending)
  return (
    <>
      {isWaiting && (
        <Stack role="status" aria-busy="true" aria-label="Loading the page">
          <Skeleton height={160} />
          <Skeleton height={160} />
        </Stack>
      )}
      {/* Hidden rather than left out: a section that appears after its query has failed would ask again, and would be waited for again. */}
      <Box {...(isWaiting && { display: 'none' })}>{children}</Box>
    </>
  )
}
