/** Changes the name or the end of a key. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { useAction } from '../../components/form/use-action.ts'
import { dayOf, endOfDay } from '../../components/values/days.ts'
import { useSession } from '../../hub/session.tsx'
import type { Key } from './columns.tsx'
import { ExpiryField } from './expiry-field.tsx'

export function ChangeKey({
  given,
  onClose,
}: {
  readonly given: Key
  readonly onClose: () => void
}) {
  const { client, timeZone } = useSession()
  const before = given.ExpiresAt === null ? '' : dayOf(given.ExpiresAt, timeZone)
  const [label, setLabel] = useState(given.Label)
  const [day, setDay] = useState(before)
  const change = useAction({
    run: async () =>
      await client.changeKey({
        id: given.Id,
        body: {
          Label: label.trim(),
          // A day has no time: the moment stays unless the day is another one.
          ...(day !== before && { ExpiresAt: day === '' ? null : endOfDay(day, timeZone) }),
        },
      }),
    done: 'The key is changed.',
    onClose,
  })
  return (
    <ActionForm
      action={change}
      submit="Change the key"
      isBlocked={label.trim() === ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={256}
        required
        data-autofocus
        value={label}
        error={issueOf(change.error, '/Label')}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      {given.ReplacedBy === null && (
        <ExpiryField day={day} error={issueOf(change.error, '/ExpiresAt')} onChange={setDay} />
      )}
    </ActionForm>
  )
}
