/** Creates a webhook, and shows its secret once. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../../channels/queries.ts'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { bodyOf, isIncomplete, type WebhookDraft, WebhookFields } from './webhook-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

const EMPTY: WebhookDraft = {
  url: '',
  label: '',
  types: ['order.*'],
  payload: 'full',
  signature: 'v1',
}

export function CreateWebhook({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const { data: channels = [] } = useQuery(channelsQuery(session))
  const [draft, setDraft] = useState(EMPTY)
  const [channel, setChannel] = useState('')
  const create = useAction({
    run: async () =>
      await session.client.createWebhook({
        body: { ...bodyOf(draft), ...(channel !== '' && { ChannelId: Number(channel) }) },
      }),
    done: 'The webhook is created.',
  })
  if (create.data) return <WebhookSecret issued={create.data} onClose={onClose} />
  return (
    <ActionForm
      action={create}
      submit="Create the webhook"
      isBlocked={isIncomplete(draft)}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      <WebhookFields draft={draft} error={create.error} onChange={setDraft} />
      <Select
        label="For"
        allowDeselect={false}
        data={[
          { value: '', label: 'Your business' },
          ...channels.map(({ Id, Name }) => ({
            value: String(Id),
            label: `Channel ${Name}`,
          })),
        ]}
        value={channel}
        onChange={(value) => setChannel(value ?? '')}
      />
    </ActionForm>
  )
}
