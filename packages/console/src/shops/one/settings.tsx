/** The settings of a connection, with the form that changes them. */
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { useAction } from '../../components/form/use-action.ts'
import { Section } from '../../components/page/section.tsx'
import { FactsTable } from '../../components/values/facts-table.tsx'
import { useSession } from '../../hub/session.tsx'
import { SettingFields } from '../connect/setting-fields.tsx'
import {
  draftOf,
  factsOf,
  fieldsOf,
  isComplete,
  type SettingsDraft,
  settingsOf,
} from '../connect/settings.ts'
import type { Connection, Connector } from '../queries.ts'

interface Props {
  readonly connection: Connection
  /** Undefined if no connector has described the shop. */
  readonly connector: Connector | undefined
}

export function ConnectionSettings({
  connection,
  connector,
  onChange,
}: Props & { readonly onChange: () => void }) {
  const mayWrite = useSession().may('connections:write')
  const fields = connector ? fieldsOf(connector, connection.Role) : []
  const facts = factsOf(fields, connection.Settings)
  return (
    <Section title="Settings">
      {facts.length === 0 ? <Text size="sm">No settings</Text> : <FactsTable facts={facts} />}
      {mayWrite && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onChange}>
            Change
          </Button>
        </Group>
      )}
    </Section>
  )
}

export function ChangeConnection({
  connection,
  connector,
  onClose,
}: Props & { readonly onClose: () => void }) {
  const { client } = useSession()
  const { Id: id, Settings: before } = connection
  const fields = connector ? fieldsOf(connector, connection.Role) : []
  const [name, setName] = useState(connection.Name)
  // The connector may be known later than the form is shown.
  const [typed, setTyped] = useState<SettingsDraft>()
  const draft = typed ?? draftOf(fields, before)
  const change = useAction({
    run: async () =>
      await client.changeConnection({
        id,
        body: {
          Name: name.trim(),
          ...(connector && { Settings: settingsOf(fields, draft, before) }),
        },
      }),
    done: 'Settings saved. They apply from the next run.',
    onClose,
  })
  return (
    <ActionForm
      action={change}
      submit="Change the connection"
      isBlocked={name.trim() === '' || !isComplete(fields, draft)}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="For example the name of the shop."
        required
        maxLength={100}
        value={name}
        error={issueOf(change.error, '/Name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SettingFields {...{ fields, draft }} isChecked error={change.error} onChange={setTyped} />
      {connector === undefined && (
        <Text size="sm">
          The settings can be edited when a connector that supports this shop has started.
        </Text>
      )}
    </ActionForm>
  )
}
