/** The panel that the address names: create, change, rotate or revoke a key. */
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { useSession } from '../../hub/session.tsx'
import { ChangeKey } from './change-key.tsx'
import type { Key } from './columns.tsx'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

const panels = {
  change: ['Change', ChangeKey],
  rotate: ['Rotate', RotateKey],
  delete: ['Revoke', RevokeKey],
} as const

const route = getRouteApi('/developers')

export function KeyPanel({
  keys,
  onClose,
}: {
  readonly keys: readonly Key[] | undefined
  readonly onClose: () => void
}) {
  const { action, id, channelId } = route.useSearch()
  const { may } = useSession()
  if (action === undefined || !may('keys:write')) return null
  if (action === 'create') {
    return (
      <SidePanel title="Create a key" isOpen onClose={onClose}>
        <CreateKey {...(channelId && { channelId })} onClose={onClose} />
      </SidePanel>
    )
  }
  const key = keys?.find(({ Id }) => Id === id)
  const [label, Panel] = panels[action]
  return (
    <SidePanel title={`${label}: ${key?.Label ?? id ?? ''}`} isOpen onClose={onClose}>
      {key && <Panel given={key} onClose={onClose} />}
      {keys && !key && <Text>This page of the list has no key {id}.</Text>}
    </SidePanel>
  )
}
