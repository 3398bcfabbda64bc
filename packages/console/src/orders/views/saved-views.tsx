/** The menu of saved views: opens one, saves the list as it is, and deletes. */
import { Button, Menu } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { useTimeZone } from '../../components/values/time/time-zone.ts'
import { useSession } from '../../hub/session.tsx'
import type { OrderSearch } from '../search.ts'
import { DeleteView } from './delete-view.tsx'
import { type SavedView, viewsQuery } from './queries.ts'
import { SaveView } from './save-view.tsx'
import { searchOf } from './view-search.ts'

type Panel = 'save' | 'change' | 'delete'

const TITLES: Readonly<Record<Panel, string>> = {
  save: 'Save this view',
  change: 'Change the view',
  delete: 'Delete the view',
}

export function SavedViews({
  search,
  onShow,
}: {
  readonly search: OrderSearch
  readonly onShow: (search: OrderSearch) => void
}) {
  const session = useSession()
  const { data: views = [] } = useQuery(viewsQuery(session))
  const [panel, setPanel] = useState<Panel>()
  const current = views.find(({ Id }) => Id === search.saved)
  const mayChange = current !== undefined && (!current.IsShared || session.may('orders:write'))
  const close = () => setPanel(undefined)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {current?.Name ?? 'Saved views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItems label="Shared with the team" views={views.filter(isShared)} onShow={onShow} />
          <ViewItems label="Yours" views={views.filter((one) => !isShared(one))} onShow={onShow} />
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setPanel('save')}>Save this view…</Menu.Item>
          {mayChange && (
            <>
              <Menu.Item onClick={() => setPanel('change')}>Change “{current.Name}”…</Menu.Item>
              <Menu.Item color="red" onClick={() => setPanel('delete')}>
                Delete “{current.Name}”…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <SidePanel title={panel ? TITLES[panel] : ''} isOpen={panel !== undefined} onClose={close}>
        {panel === 'save' && <SaveView search={search} onShow={onShow} onClose={close} />}
        {panel === 'change' && (
          <SaveView search={search} view={current} onShow={onShow} onClose={close} />
        )}
        {panel === 'delete' && current && <DeleteView view={current} onClose={close} />}
      </SidePanel>
    </>
  )
}

const isShared = ({ IsShared }: SavedView) => IsShared

function ViewItems({
  label,
  views,
  onShow,
}: {
  readonly label: string
  readonly views: readonly SavedView[]
  readonly onShow: (search: OrderSearch) => void
}) {
  const timeZone = useTimeZone()
  if (views.length === 0) return null
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item key={view.Id} onClick={() => onShow(searchOf(view, timeZone))}>
          {view.Name}
        </Menu.Item>
      ))}
    </>
  )
}
