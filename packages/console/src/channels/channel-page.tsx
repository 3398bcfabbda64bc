/** One channel: how far it is, its settings, keys and log. */
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { RecordProblem } from '../components/page/record-problem.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { ActiveState } from '../components/values/dot.tsx'
import { useSession } from '../hub/session.tsx'
import { ChangeChannel, ChangeState, ResetSync } from './change-channel.tsx'
import { ChannelTabs } from './channel-tabs.tsx'
import { type Channel, channelQuery, type SyncState, syncQuery } from './queries.ts'
import type { ChannelPanel } from './search.ts'
import { SyncPreview } from './sync/preview.tsx'

const route = getRouteApi('/channels/$id')

export function ChannelPage() {
  const session = useSession()
  const id = Number(route.useParams().id)
  const { data: channel, error, refetch } = useQuery(channelQuery(session, id))
  return (
    <>
      <PageLink fz="sm" to="/channels">
        Channels
      </PageLink>
      {channel === undefined && <PageHead title="Channel" />}
      {error && <RecordProblem noun="channel" error={error} onRetry={() => void refetch()} />}
      {!channel && !error && <Skeleton height={360} aria-label="Loading the channel" />}
      {channel && <ChannelDetails channel={channel} />}
    </>
  )
}

function ChannelDetails({ channel }: { readonly channel: Channel }) {
  const session = useSession()
  const navigate = route.useNavigate()
  const { tab } = route.useSearch()
  const open = (panel: ChannelPanel) => void navigate({ search: { panel, ...(tab && { tab }) } })
  const sync = useQuery(syncQuery(session, channel.Id))
  return (
    <>
      <PageHead title={channel.Name} beside={<ActiveState isActive={channel.IsActive} />}>
        {session.may('channels:write') && (
          <>
            <Button variant="default" onClick={() => open('change')}>
              Change
            </Button>
            <Button variant="default" onClick={() => open('state')}>
              {channel.IsActive ? 'Deactivate' : 'Activate'}
            </Button>
            <Button variant="default" onClick={() => open('reset')}>
              Send again
            </Button>
          </>
        )}
      </PageHead>
      <ChannelTabs channel={channel} sync={sync} onPreview={() => open('preview')} />
      <Panels channel={channel} sync={sync.data} />
    </>
  )
}

const titleOf = (panel: ChannelPanel, { IsActive }: Channel) =>
  panel === 'state' ? (IsActive ? 'Deactivate' : 'Activate') : TITLES[panel]

const TITLES: Readonly<Record<Exclude<ChannelPanel, 'state'>, string>> = {
  create: '',
  change: 'Change',
  preview: 'What comes next for',
  reset: 'Send everything again to',
}

/** The panel that the address names. */
function Panels({
  channel,
  sync,
}: {
  readonly channel: Channel
  readonly sync: SyncState | undefined
}) {
  const { may } = useSession()
  const { panel, tab } = route.useSearch()
  const navigate = route.useNavigate()
  const onClose = () => void navigate({ search: tab ? { tab } : {} })
  const mayWrite = may('channels:write')
  const parts = { channel, sync, onClose }
  const contents = {
    create: null,
    change: mayWrite && <ChangeChannel {...parts} />,
    preview: <SyncPreview channelId={channel.Id} />,
    reset: mayWrite && <ResetSync {...parts} />,
    state: mayWrite && <ChangeState {...parts} />,
  }
  const content = panel && contents[panel]
  return (
    <SidePanel
      title={panel ? `${titleOf(panel, channel)} ${channel.Name}` : ''}
      isOpen={Boolean(content)}
      onClose={onClose}
    >
      {content}
    </SidePanel>
  )
}
