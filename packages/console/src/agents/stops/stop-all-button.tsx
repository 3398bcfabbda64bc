import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../hub/session.tsx'
import { stopOfAll, stopsQuery } from './queries.ts'

/** Asks whether all agents are stopped. While they are, the notice above every page has the way back. */
export function StopAllButton({ onClick }: { readonly onClick: () => void }) {
  const { data } = useQuery(stopsQuery(useSession()))
  if (stopOfAll(data)) return null
  return (
    // Without an icon, which would replace its label on a phone.
    <Button variant="default" c="var(--mantine-color-error)" onClick={onClick}>
      Stop all agents
    </Button>
  )
}
