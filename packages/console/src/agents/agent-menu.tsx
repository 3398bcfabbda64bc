/** What can be done with an agent of a list. Its page opens with the panel for it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RowAction, RowMenu } from '../components/list/row-menu.tsx'
import { useSession } from '../hub/session.tsx'
import { stopsQuery } from './stops/queries.ts'

export function AgentMenu({
  id,
  name,
  others = [],
  end,
}: {
  /** As stops name it. */
  readonly id: string
  readonly name: string
  /** What comes first. */
  readonly others?: readonly RowAction[]
  /** How the agent loses its access; undefined for those who may not end it. */
  readonly end: RowAction | 'Revoke' | undefined
}) {
  const session = useSession()
  const navigate = useNavigate()
  const { data: stops = [] } = useQuery(stopsQuery(session))
  const isStopped = stops.some(({ AgentId }) => AgentId === id)
  const open = (action: 'stop' | 'resume' | 'end') =>
    void navigate({ to: '/agents/$id', params: { id }, search: { action } })
  const stop = isStopped
    ? { label: 'Resume', onClick: () => open('resume') }
    : { label: 'Stop', isDangerous: true, onClick: () => open('stop') }
  const last =
    end === 'Revoke' ? { label: end, isDangerous: true, onClick: () => open('end') } : end
  return (
    <RowMenu
      of={name}
      actions={[
        ...others,
        ...(session.may('agents:write') ? [stop] : []),
        ...(last === undefined ? [] : [last]),
      ]}
    />
  )
}
