/** Makes the key with which a connector calls the hub, and shows it once with the commands that start the connector. */
import { Alert, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { SecretOnce } from '../../components/form/secret-once.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { scopesInWords } from '../../developers/keys/scopes.ts'
import { useSession } from '../../hub/session.tsx'
import { CONNECTOR_SCOPES } from './commands.ts'
import { StartCommands } from './how-to-start.tsx'

/** For whom a connector acts. */
export interface KeyOwner {
  /** Of a connection with the role of a channel: its channel. Without it, the key is one of the merchant. */
  readonly channel?: { readonly id: number; readonly name: string } | undefined
}

export function ConnectorKeyPanel({
  isOpen,
  onClose,
  channel,
}: KeyOwner & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const isAllowed = useSession().may('keys:write')
  return (
    <SidePanel title="A key for the connector" isOpen={isOpen && isAllowed} onClose={onClose}>
      <CreateConnectorKey channel={channel} onClose={onClose} />
    </SidePanel>
  )
}

function CreateConnectorKey({ channel, onClose }: KeyOwner & { readonly onClose: () => void }) {
  const { client } = useSession()
  const [label, setLabel] = useState(channel ? `Connector of ${channel.name}` : 'Connector')
  const scopes = CONNECTOR_SCOPES[channel ? 'channel' : 'merchant']
  const create = useAction({
    run: async () =>
      await client.createKey({
        body: {
          Label: label.trim(),
          Scopes: [...scopes],
          ...(channel && { Kind: 'channel' as const, ChannelId: channel.id }),
        },
      }),
    done: 'The key is created.',
  })
  if (create.data) {
    return (
      <SecretOnce name="key" secret={create.data.Key} onClose={onClose}>
        <Text size="sm" mb="xs">
          Start the connector with it on a machine that can reach the hub and the shop:
        </Text>
        <StartCommands secret={create.data.Key} />
        <Text size="sm" mt="xs">
          Then this page offers the shops that it supports. A connector can have several keys,
          separated by commas: one for your business and one for each channel.
        </Text>
      </SecretOnce>
    )
  }
  return (
    <ActionForm
      action={create}
      submit="Create the key"
      isBlocked={label.trim() === ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="For example, where the connector runs."
        maxLength={256}
        required
        data-autofocus
        value={label}
        error={issueOf(create.error, '/Label')}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <Alert variant="light" color="gray" title={`It acts for ${whomOf(channel)}, and may:`}>
        <List size="sm">
          {scopesInWords(scopes).map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
      </Alert>
    </ActionForm>
  )
}

const whomOf = (channel: KeyOwner['channel']) =>
  channel ? `the channel ${channel.name}` : 'your business'
