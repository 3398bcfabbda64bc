/** A form of settings of the customer. */
import { Stack, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { useAction } from '../components/form/use-action.ts'
import { LeaveGuard } from '../components/page/leave-guard.tsx'
import { useSession } from '../hub/session.tsx'
import { type Changes, type Customer, changesOf } from './changes.ts'

/** What the fields of a form get. */
export interface FieldsProps {
  readonly draft: Customer
  readonly error: unknown
  readonly isReadOnly: boolean
  readonly onChange: (changes: Changes) => void
}

export function SettingsForm({
  given,
  fields: Fields,
}: {
  readonly given: Customer
  readonly fields: ComponentType<FieldsProps>
}) {
  const { client, may } = useSession()
  // Only what was typed, so that two people do not undo each other's changes.
  const [typed, setTyped] = useState<Changes>({})
  const draft = { ...given, ...typed }
  const changes = changesOf(given, draft)
  const hasChanges = Object.keys(changes).length > 0
  const change = useAction({
    run: async () => await client.changeCustomer({ body: changes }),
    done: 'Settings saved.',
    onClose: () => setTyped({}),
  })
  const isReadOnly = !may('settings:write')
  const set = (more: Changes) => setTyped({ ...typed, ...more })
  const fields = (
    <Fields draft={draft} error={change.error} isReadOnly={isReadOnly} onChange={set} />
  )
  if (isReadOnly) {
    return (
      <Stack maw={520}>
        <Text size="sm" c="dimmed">
          You can view the settings. Only owners can change them.
        </Text>
        {fields}
      </Stack>
    )
  }
  return (
    <Stack maw={520}>
      <LeaveGuard isActive={hasChanges} what="settings" />
      <ActionForm
        action={change}
        submit="Save"
        cancel="Undo my changes"
        isBlocked={!hasChanges}
        isLong
        canCancel={hasChanges}
        onClose={() => {
          setTyped({})
          change.reset()
        }}
      >
        {fields}
      </ActionForm>
    </Stack>
  )
}
