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
        After you change the selection, deselected products are removed from the channel and new
        ones are created when it next fetches.
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
          ? "The channel's keys are refused within a second. It gets no products and cannot send orders. Its name, keys and orders are kept."
          : "The channel's keys are accepted again, and it gets all changes since then."}
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
    return (
      <Text>
        The channel lists no products yet, so there is nothing to send again. New products come when
        it next fetches.
      </Text>
    )
  }
  return (
    <ActionForm
      action={reset}
      submit="Send everything again"
      undo={`${FINAL} It causes no data loss.`}
      isDangerous
      cancel="Not now"
      isBlocked={sync === undefined}
      onClose={onClose}
    >
      <Text>For a channel that has lost its products.</Text>
      <List size="sm">
        {sync && <List.Item>{comesAgain(sync.Listed, channel.Mode !== 'flat')}</List.Item>}
        <List.Item>Waiting changes are sent with them.</List.Item>
        <List.Item>The channel's references are kept, and nothing is removed.</List.Item>
      </List>
    </ActionForm>
  )
}
