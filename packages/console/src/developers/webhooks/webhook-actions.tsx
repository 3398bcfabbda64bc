/** What can be done with a webhook: its buttons, and the panel that the address names. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useAction } from '../../components/form/use-action.ts'
import { type RowAction, RowMenu } from '../../components/list/row-menu.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { useSession } from '../../hub/session.tsx'
import type { WebhookAction } from '../search.ts'
import type { Webhook } from './queries.ts'
import { ChangeWebhook, DeleteWebhook, ReplaySince, RotateSecret } from './webhook-panels.tsx'

const panels = {
  change: ['Change the webhook', ChangeWebhook],
  rotate: ['Create a new secret', RotateSecret],
  delete: ['Delete the webhook', DeleteWebhook],
  replay: ['Send events again', ReplaySince],
} as const

const route = getRouteApi('/developers/webhooks/$id')

export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { client, may } = useSession()
  const { action, ...place } = route.useSearch()
  const navigate = route.useNavigate()
  const { Id: id, IsEnabled: isEnabled } = webhook
  const test = useAction({
    run: async () => await client.testWebhook({ id }),
    done: 'Test sent.',
  })
  const toggle = useAction({
    run: async () =>
      isEnabled ? await client.disableWebhook({ id }) : await client.enableWebhook({ id }),
    done: isEnabled ? 'The webhook is disabled.' : 'The webhook is enabled.',
  })
  if (!may('webhooks:write')) return null
  const open = (name: WebhookAction) => void navigate({ search: { ...place, action: name } })
  const close = () => void navigate({ search: place })
  const more: readonly RowAction[] = [
    { label: 'Send events again', onClick: () => open('replay') },
    { label: 'Create a new secret', onClick: () => open('rotate') },
    { label: 'Delete', isDangerous: true, onClick: () => open('delete') },
  ]
  const failed = test.error ?? toggle.error
  const [title, Panel] = action === undefined ? [''] : panels[action]
  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        disabled={!isEnabled}
        onClick={() =>
          test.mutate(undefined, {
            onSuccess: ({ Id }) => void navigate({ search: { ...place, delivery: Id } }),
          })
        }
      >
        Send a test
      </Button>
      <Button variant="default" onClick={() => open('change')}>
        Change
      </Button>
      <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <RowMenu of="the webhook" actions={more} />
      {failed !== null && <Problem error={failed} />}
      <SidePanel title={title} isOpen={Panel !== undefined} onClose={close}>
        {Panel && <Panel webhook={webhook} onClose={close} />}
      </SidePanel>
    </>
  )
}
