/** On every page, while all agents are stopped: that they are, who has stopped them, and the way to let them go on. */
import { Alert, Group, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageButton } from '../../components/page/links.tsx'
import { useAfterPage } from '../../hub/after-page.ts'
import { useSession } from '../../hub/session.tsx'
import { stopOfAll, stopsQuery } from './queries.ts'
import { StoppedBy } from './stopped-by.tsx'

export function StopBanner() {
  const session = useSession()
  const enabled = useAfterPage() && session.may('agents:read')
  const { data } = useQuery({ ...stopsQuery(session), enabled })
  const stop = stopOfAll(data)
  if (!stop) return null
  return (
    <Alert
      color="red"
      role="status"
      title="All agents are stopped"
      icon={<IconHandStop aria-hidden />}
      mb="md"
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <StoppedBy stop={stop} />
        </Text>
        {session.may('agents:write') && (
          <PageButton size="xs" variant="default" to="/agents" search={{ action: 'resume-all' }}>
            Resume agents
          </PageButton>
        )}
      </Group>
    </Alert>
  )
}
