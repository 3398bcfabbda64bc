/** Makes a secret for a directory, and shows it once. */
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { SecretOnce } from '../../components/form/secret-once.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Call } from '../../components/values/code/call.tsx'
import { useSession } from '../../hub/session.tsx'
import { SCIM_SCOPE } from './queries.ts'

export function CreateSecret({
  url,
  onClose,
}: {
  readonly url: string | null
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [label, setLabel] = useState('')
  const create = useAction({
    run: async () =>
      await client.createKey({ body: { Label: label.trim(), Scopes: [SCIM_SCOPE] } }),
    done: 'Secret created.',
  })
  if (create.data) {
    return (
      <SecretOnce name="secret" secret={create.data.Key} onClose={onClose}>
        <Text size="sm" mb="xs">
          The directory sends it as a bearer token to this address:
        </Text>
        {url && <Call text={url} />}
      </SecretOnce>
    )
  }
  return (
    <ActionForm
      action={create}
      submit="Create the secret"
      isBlocked={label.trim() === ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Which directory uses the secret."
        placeholder="Microsoft Entra"
        maxLength={256}
        required
        data-autofocus
        value={label}
        error={issueOf(create.error, '/Label')}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <Text size="sm">
        The secret only allows adding and removing members, with the roles of their groups.
      </Text>
    </ActionForm>
  )
}
