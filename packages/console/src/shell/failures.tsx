/** What is shown instead of a page: an address without a page, or a page that has failed. */
import { Anchor, Stack } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { EmptyState } from '../parts/empty-state.tsx'
import { Problem } from '../parts/problem.tsx'

/** There is no page at the address. */
export function NotFound() {
  return (
    <EmptyState title="There is no page at this address">
      <Anchor renderRoot={(props: object) => <Link to="/" {...props} />}>Go to the overview</Anchor>
    </EmptyState>
  )
}

/** A page has failed; the others still work. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Stack p="md" maw={640}>
      <Problem error={error} onRetry={reset} />
    </Stack>
  )
}
