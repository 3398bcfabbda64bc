import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../hub/session.tsx'
import { stopOfAll, stopsQuery } from './queries.ts'

/** Asks whether all agents are stopped. While they are, the banner has the way back. */
export function StopAllButton({ onClick }: { readonly onClick: () => void }) {
  const { data } = useQuery(stopsQuery(useSession()))
  return (
    <Button
      color="red.8"
      leftSection={<IconHandStop size={16} aria-hidden />}
      disabled={stopOfAll(data) !== undefined}
      onClick={onClick}
    >
      Stop all agents
    </Button>
  )
}
