/** The panel that the address names. */
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { RevokeKey } from '../../developers/keys/revoke-key.tsx'
import { RotateKey } from '../../developers/keys/rotate-key.tsx'
import { useSession } from '../../hub/session.tsx'
import { ChangeGroupRoles } from './change-roles.tsx'
import { CreateSecret } from './create-secret.tsx'
import type { Provisioning, Secret } from './queries.ts'

const secretPanels = { rotate: ['Rotate', RotateKey], revoke: ['Revoke', RevokeKey] } as const

const route = getRouteApi('/team/provisioning')

export function ProvisioningPanel({
  provisioning,
  secrets,
  onClose,
}: {
  readonly provisioning: Provisioning | undefined
  readonly secrets: readonly Secret[] | undefined
  readonly onClose: () => void
}) {
  const { action, id } = route.useSearch()
  const { may } = useSession()
  if (action === undefined) return null
  if (action === 'roles') {
    if (!may('members:write')) return null
    return (
      <SidePanel title="Group roles" isOpen onClose={onClose}>
        {provisioning && <ChangeGroupRoles given={provisioning} onClose={onClose} />}
      </SidePanel>
    )
  }
  if (!may('keys:write')) return null
  if (action === 'secret') {
    return (
      <SidePanel title="Create a secret" isOpen onClose={onClose}>
        <CreateSecret url={provisioning?.Url ?? null} onClose={onClose} />
      </SidePanel>
    )
  }
  const secret = secrets?.find(({ Id }) => Id === id)
  const [label, Panel] = secretPanels[action]
  return (
    <SidePanel title={`${label}: ${secret?.Label ?? id}`} isOpen onClose={onClose}>
      {secret && <Panel given={secret} onClose={onClose} />}
      {secrets && !secret && <Text>There is no secret {id}.</Text>}
    </SidePanel>
  )
}
