/** Creates a headless agent, or asks for one, and shows its private key once. */
import type { Input } from '@entrepot/client'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { useAction } from '../components/form/use-action.ts'
import { ScopesField } from '../developers/keys/scopes-field.tsx'
import { useSession } from '../hub/session.tsx'
import { NewKey } from './new-key.tsx'

type Scope = Input<'createHeadlessAgent'>['body']['Scopes'][number]

export function CreateAgent({ onClose }: { readonly onClose: () => void }) {
  const { client, me, may } = useSession()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const mayWrite = may('agents:write')
  const create = useAction({
    run: async () =>
      await client.createHeadlessAgent({
        body: { Name: name.trim(), Scopes: [...scopes] as Scope[] },
      }),
    done: mayWrite ? 'The agent is created.' : 'The agent waits for an approval.',
  })
  if (create.data) return <NewKey issued={create.data} onClose={onClose} />
  return (
    <ActionForm
      action={create}
      submit={mayWrite ? 'Create the agent' : 'Ask for the agent'}
      isBlocked={name.trim() === '' || scopes.length === 0}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      {!mayWrite && (
        <Text size="sm">It gets no access before somebody who may change agents approves it.</Text>
      )}
      <TextInput
        label="Name"
        description="For people: what it does, and where it runs."
        placeholder="Nightly stock job"
        maxLength={100}
        required
        data-autofocus
        value={name}
        error={issueOf(create.error, '/Name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ScopesField
        offered={me.Scopes}
        chosen={scopes}
        error={issueOf(create.error, '/Scopes')}
        onChange={setScopes}
      />
    </ActionForm>
  )
}
