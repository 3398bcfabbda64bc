/** The panels of the page of a webhook: change, rotate its secret, delete, send again. */
import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { OVERLAPS } from '../../components/form/overlaps.ts'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { momentAt } from '../../components/values/days.ts'
import { useSession } from '../../hub/session.tsx'
import type { Webhook } from './queries.ts'
import { bodyOf, isIncomplete, WebhookFields } from './webhook-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface PanelProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

export function ChangeWebhook({ webhook, onClose }: PanelProps) {
  const { client } = useSession()
  const [draft, setDraft] = useState({
    url: webhook.Url,
    label: webhook.Label,
    types: webhook.Types as readonly string[],
    payload: webhook.Payload,
    signature: webhook.Signature,
  })
  const change = useAction({
    run: async () => await client.changeWebhook({ id: webhook.Id, body: bodyOf(draft) }),
    done: 'The webhook is changed.',
    onClose,
  })
  return (
    <ActionForm
      action={change}
      submit="Change the webhook"
      isBlocked={isIncomplete(draft)}
      onSubmit={change.mutate}
      onClose={onClose}
    >
      <WebhookFields draft={draft} error={change.error} onChange={setDraft} />
    </ActionForm>
  )
}

export function RotateSecret({ webhook, onClose }: PanelProps) {
  const { client } = useSession()
  const [overlap, setOverlap] = useState('86400')
  const rotate = useAction({
    run: async () =>
      await client.rotateWebhookSecret({
        id: webhook.Id,
        body: { OverlapSeconds: Number(overlap) },
      }),
    done: 'The webhook has a new secret.',
  })
  if (rotate.data) return <WebhookSecret issued={rotate.data} onClose={onClose} />
  return (
    <ActionForm
      action={rotate}
      undo={`${FINAL} The old secret then expires.`}
      submit="Create a new secret"
      onSubmit={rotate.mutate}
      onClose={onClose}
    >
      <Select
        label="Also sign with the old secret for"
        data={OVERLAPS}
        allowDeselect={false}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '86400')}
      />
    </ActionForm>
  )
}

export function DeleteWebhook({ webhook, onClose }: PanelProps) {
  const { client } = useSession()
  const navigate = useNavigate()
  const remove = useAction({
    run: async () => {
      await client.deleteWebhook({ id: webhook.Id })
      await navigate({ to: '/developers', search: { tab: 'webhooks' } })
    },
    done: 'The webhook is deleted.',
    leaves: true,
  })
  return (
    <ActionForm
      action={remove}
      submit="Delete the webhook"
      undo={FINAL}
      isDangerous
      onSubmit={remove.mutate}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing more is sent, and its deliveries are deleted. To pause it, disable it instead.
      </Text>
    </ActionForm>
  )
}

export function ReplaySince({ webhook, onClose }: PanelProps) {
  const { client, timeZone } = useSession()
  const [since, setSince] = useState('')
  const [failedOnly, setFailedOnly] = useState(true)
  const replay = useAction({
    run: async () =>
      await client.replayWebhook({
        id: webhook.Id,
        body: { Since: momentAt(since, timeZone), FailedOnly: failedOnly },
      }),
    done: 'The events are sent again.',
    onClose,
  })
  return (
    <ActionForm
      action={replay}
      undo={FINAL}
      submit="Send again"
      isBlocked={since === ''}
      onSubmit={replay.mutate}
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label="Events since"
        description={`Time zone: ${timeZone}.`}
        required
        data-autofocus
        value={since}
        error={issueOf(replay.error, '/Since')}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      <Checkbox
        label="Only undelivered events"
        checked={failedOnly}
        onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)}
      />
      <Text size="sm">
        A resent event has the same webhook-id, so the receiver can skip events it has already
        processed.
      </Text>
    </ActionForm>
  )
}
