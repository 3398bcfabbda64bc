/** What is shown instead of a page: an address without a page, or a page that has failed. */
import { Stack } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton } from '../components/page/links.tsx'
import { Problem } from '../components/page/problem.tsx'
import { forgetFailures, OldPageError } from './lazy-page.tsx'

/** There is no page at the address. */
export function NotFound() {
  return (
    <EmptyState
      drawing="search"
      title="Page not found"
      action={
        <PageButton variant="default" to="/">
          Go to the overview
        </PageButton>
      }
    >
      The address is wrong, or the page does not exist any more.
    </EmptyState>
  )
}

/** Where the session remembers for which script it was reloaded: a hub that mixes versions must not reload it for ever. */
const RELOADED = 'entrepot.reloaded'

/** A page has failed; the others still work. A page of an older console is loaded anew: nothing was typed in it yet. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const isOld = error instanceof OldPageError
  useEffect(() => {
    if (!isOld) return
    const own = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
    if (sessionStorage.getItem(RELOADED) === own) return
    sessionStorage.setItem(RELOADED, own)
    location.reload()
  }, [isOld])
  const retry = () => {
    if (isOld) return location.reload()
    forgetFailures()
    reset()
  }
  return (
    <Stack p="md" maw={640}>
      <Problem error={error} onRetry={retry} />
    </Stack>
  )
}
