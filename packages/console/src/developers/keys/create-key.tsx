/** Creates a key, and shows its secret once. */
import type { Input } from '@entrepot/client'
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../../channels/queries.ts'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { useAction } from '../../components/form/use-action.ts'
import { endOfDay } from '../../components/values/days.ts'
import { useSession } from '../../hub/session.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { NewKeySecret } from './new-key-secret.tsx'
import { CHANNEL_SCOPES, proposedScopes, type Scope } from './scopes.ts'
import { ScopesField } from './scopes-field.tsx'

export function CreateKey({
  onClose,
  channelId,
}: {
  readonly onClose: () => void
  /** The channel that is chosen first. */
  readonly channelId?: number
}) {
  const session = useSession()
  const { data: channels = [] } = useQuery(channelsQuery(session))
  const mayGive = (channel: string) => (channel === '' ? session.me.Scopes : CHANNEL_SCOPES)
  const [label, setLabel] = useState('')
  const [channel, setChannel] = useState(channelId === undefined ? '' : String(channelId))
  const [day, setDay] = useState('')
  const [scopes, setScopes] = useState(proposedScopes(mayGive(channel)))
  const body: Input<'createKey'>['body'] = {
    Label: label.trim(),
    Scopes: [...scopes] as Scope[],
    ...(channel !== '' && { Kind: 'channel' as const, ChannelId: Number(channel) }),
    ...(day !== '' && { ExpiresAt: endOfDay(day, session.timeZone) }),
  }
  const create = useAction({
    run: async () => await session.client.createKey({ body }),
    done: 'The key is created.',
  })
  if (create.data) return <NewKeySecret issued={create.data} onClose={onClose} />
  return (
    <ActionForm
      action={create}
      submit="Create the key"
      isBlocked={label.trim() === '' || scopes.length === 0}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Which program uses the key and where it runs."
        placeholder="Warehouse, nightly export"
        maxLength={256}
        required
        data-autofocus
        value={label}
        error={issueOf(create.error, '/Label')}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      {session.may('channels:write') && (
        <Select
          label="For"
          data={[
            { value: '', label: 'Your business' },
            ...channels.map(({ Id, Name }) => ({ value: String(Id), label: `Channel ${Name}` })),
          ]}
          allowDeselect={false}
          value={channel}
          error={issueOf(create.error, '/ChannelId')}
          onChange={(value) => {
            setChannel(value ?? '')
            setScopes(proposedScopes(mayGive(value ?? '')))
          }}
        />
      )}
      <ScopesField
        offered={mayGive(channel)}
        chosen={scopes}
        error={issueOf(create.error, '/Scopes')}
        onChange={setScopes}
      />
      <ExpiryField day={day} error={issueOf(create.error, '/ExpiresAt')} onChange={setDay} />
    </ActionForm>
  )
}
