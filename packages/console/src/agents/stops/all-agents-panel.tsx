/** The panels that stop all agents, and let them go on. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { useSession } from '../../hub/session.tsx'
import { stopOfAll, stopsQuery } from './queries.ts'
import { ResumeForm, StopForm } from './stop-forms.tsx'

export function AllAgentsPanel({
  action,
  onClose,
}: {
  readonly action: 'stop-all' | 'resume-all'
  readonly onClose: () => void
}) {
  const { data } = useQuery(stopsQuery(useSession()))
  const stop = stopOfAll(data)
  const title = action === 'stop-all' ? 'Stop all agents?' : 'Resume all agents?'
  return (
    <SidePanel title={title} isOpen onClose={onClose}>
      {action === 'stop-all' && <StopForm agent={null} onClose={onClose} />}
      {action === 'resume-all' && stop && <ResumeForm stop={stop} onClose={onClose} />}
      {action === 'resume-all' && data && !stop && <Text size="sm">Agents are not stopped.</Text>}
    </SidePanel>
  )
}
