/** The form with which a shop is connected. */
import { Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { issueOf } from '../../components/form/issue-of.ts'
import { useAction } from '../../components/form/use-action.ts'
import { useFirstIssue } from '../../components/form/use-first-issue.ts'
import { PageButton } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Connection, Connector } from '../queries.ts'
import { ROLES } from '../words.ts'
import { type ChannelChoice, ChannelField, lacksChannel } from './channel-field.tsx'
import { guideAddress } from './guide.ts'
import { SettingFields } from './setting-fields.tsx'
import { draftOf, fieldsOf, isComplete, settingsOf } from './settings.ts'

type Role = Connection['Role']

export function ConnectForm({ connector }: { readonly connector: Connector }) {
  const [role, setRole] = useState<Role | undefined>(
    connector.Roles.length === 1 ? connector.Roles[0] : undefined,
  )
  const guide = guideAddress(connector.Guide)
  return (
    <Stack gap="lg">
      {guide && (
        <Text size="sm">
          <Anchor inherit href={guide} target="_blank" underline="always">
            The {connector.Title} guide
          </Anchor>{' '}
          shows what to create in the shop and what is synced.
        </Text>
      )}
      <Radio.Group
        label="Role of the shop"
        required
        value={role ?? null}
        onChange={(next) => setRole(next as Role)}
      >
        <Stack gap="xs" mt={6}>
          {connector.Roles.map((one) => (
            <Radio key={one} value={one} label={ROLES[one].label} description={ROLES[one].text} />
          ))}
        </Stack>
      </Radio.Group>
      {role && <RoleForm key={role} connector={connector} role={role} />}
    </Stack>
  )
}

function RoleForm({ connector, role }: { readonly connector: Connector; readonly role: Role }) {
  const fields = fieldsOf(connector, role)
  const [name, setName] = useState(connector.Title)
  const [channel, setChannel] = useState<ChannelChoice>()
  const [draft, setDraft] = useState(draftOf(fields))
  const [attempts, setAttempts] = useState(0)
  const isChecked = attempts > 0
  const isMissing =
    name.trim() === '' ||
    !isComplete(fields, draft) ||
    (role === 'channel' && lacksChannel(channel))
  const connect = useConnect(channel, setChannel)
  const ref = useFirstIssue(attempts, connect.error)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (isMissing || connect.isPending) return
    const Settings = settingsOf(fields, draft)
    connect.mutate({ Name: name.trim(), Shop: connector.Shop, Role: role, Settings })
  }
  return (
    <form ref={ref} onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="For example the name of the shop."
          required
          maxLength={100}
          value={name}
          error={
            issueOf(connect.error, '/Name') ??
            (isChecked && name.trim() === '' ? 'The name is missing.' : undefined)
          }
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {role === 'channel' && (
          <ChannelField
            choice={channel}
            proposedName={name.trim()}
            error={
              issueOf(connect.error, '/ChannelId') ??
              (isChecked && channel === undefined ? 'Choose a channel.' : undefined)
            }
            nameError={isChecked && lacksChannel(channel) ? 'The name is missing.' : undefined}
            onChange={setChannel}
          />
        )}
        <SettingFields
          {...{ fields, draft, isChecked }}
          error={connect.error}
          onChange={setDraft}
        />
        <Text size="sm" c="dimmed">
          Passwords and keys of the shop stay with the connector. The next page shows how to set
          them.
        </Text>
        {connect.error !== null && <Problem error={connect.error} />}
        <Group>
          <Button type="submit" loading={connect.isPending}>
            Connect the shop
          </Button>
          <PageButton to="/shops" variant="default">
            Cancel
          </PageButton>
        </Group>
      </Stack>
    </form>
  )
}

interface NewConnection {
  readonly Name: string
  readonly Shop: string
  readonly Role: Role
  readonly Settings: Connection['Settings']
}

/** Creates the channel if it is a new one, then the connection, and opens what is left to do. */
function useConnect(
  channel: ChannelChoice | undefined,
  onChannel: (choice: ChannelChoice) => void,
) {
  const { client } = useSession()
  const navigate = useNavigate()
  const channelId = async () => {
    if (channel === undefined || 'id' in channel) return channel?.id
    const { Id } = await client.createChannel({ body: { Name: channel.name.trim() } })
    // If the connection is refused, a second attempt takes the channel that there is now.
    onChannel({ id: Id })
    return Id
  }
  return useAction({
    run: async (given: NewConnection) => {
      const ChannelId = given.Role === 'channel' ? await channelId() : undefined
      const body = { ...given, ...(ChannelId !== undefined && { ChannelId }) }
      const { Id } = await client.createConnection({ body })
      await navigate({ to: '/shops/$id', params: { id: String(Id) }, search: { tab: 'setup' } })
    },
    done: 'Shop connected. Its connector still needs the secrets.',
  })
}
