/** The panels that change a channel: its settings, its state, and a reset of its synchronisation. */
import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { FINAL } from '../components/form/undo.tsx'
import { useAction } from '../components/form/use-action.ts'
import { useSession } from '../hub/session.tsx'
import { bodyOf, fieldsOf } from './channel-fields.ts'
import type { Channel, SyncState } from './queries.ts'
import { comesAgain } from './reset-words.ts'
import { SettingsForm } from './settings-form.tsx'

/** What a panel of a channel needs. */
export interface ChannelPanelProps {
  readonly channel: Channel
  readonly sync: SyncState | undefined
  readonly onClose: () => void
}

export function ChangeChannel({ channel, onClose }: ChannelPanelProps) {
  const { client } = useSession()
  const [fields, setFields] = useState(fieldsOf(channel))
  const change = useAction({
    run: async () => await client.changeChannel({ id: channel.Id, body: bodyOf(fields) }),
    done: 'The channel is changed.',
    onClose,
  })
  return (
    <ActionForm
      action={change}
      submit="Change the channel"
      isBlocked={fields.Name.trim() === ''}
      onClose={onClose}
    >
      <SettingsForm fields={fields} onChange={setFields} />
      <Text size="sm">
        After a change of the selection, products that are no longer selected are removed from the
        channel with its next polls, and newly selected ones are created.
      </Text>
    </ActionForm>
  )
}

export function ChangeState({ channel, onClose }: ChannelPanelProps) {
  const { client } = useSession()
  const { Id: id, IsActive } = channel
  const change = useAction({
    run: async () =>
      IsActive
        ? await client.deleteChannel({ id })
        : await client.changeChannel({ id, body: { IsActive: true } }),
    done: IsActive ? 'The channel is inactive.' : 'The channel is active.',
    onClose,
  })
  return (
    <ActionForm
      action={change}
      submit={IsActive ? 'Deactivate' : 'Activate'}
      undo={IsActive ? 'You can activate it again.' : 'You can deactivate it again.'}
      isDangerous={IsActive}
      onClose={onClose}
    >
      <Text>
        {IsActive
          ? 'Within a second, the keys of the channel are refused: it gets no products, and sends no orders. Its name, keys and orders stay.'
          : 'The keys of the channel are accepted again. It gets what has changed since.'}
      </Text>
    </ActionForm>
  )
}

export function ResetSync({ channel, sync, onClose }: ChannelPanelProps) {
  const { client } = useSession()
  const reset = useAction({
    run: async () => await client.resetChannelSync({ id: channel.Id }),
    done: 'All products of the channel are sent again.',
    onClose,
  })
  if (sync?.Listed === 0) {
    return <Text>The channel lists no products yet, so there is nothing to send again.</Text>
  }
  return (
    <ActionForm
      action={reset}
      submit="Send everything again"
      undo={`${FINAL} It does no harm.`}
      isDangerous
      cancel="Not now"
      isBlocked={sync === undefined}
      onClose={onClose}
    >
      <Text>For a channel that has lost its products. This is what it costs:</Text>
      <List size="sm">
        <List.Item>{comesAgain(sync?.Listed ?? 0)}</List.Item>
        <List.Item>What has changed meanwhile waits among them.</List.Item>
        <List.Item>The references of the channel stay, and nothing is removed.</List.Item>
      </List>
    </ActionForm>
  )
}
