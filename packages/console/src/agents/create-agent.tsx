/** Creates a headless agent, or asks for one, and shows its private key once. */
import type { Input, Output } from '@entrepot/client'
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { useAction } from '../components/form/use-action.ts'
import { ScopesField } from '../developers/keys/scopes-field.tsx'
import { useSession } from '../hub/session.tsx'
import { NewKey } from './new-key.tsx'
import {
  draftOf,
  PlatformSelect,
  toWorkload,
  type WorkloadDraft,
  WorkloadFields,
} from './workload-fields.tsx'

type Scope = Input<'createHeadlessAgent'>['body']['Scopes'][number]

export function CreateAgent({ onClose }: { readonly onClose: () => void }) {
  const { client, me, may } = useSession()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [draft, setDraft] = useState<WorkloadDraft | undefined>()
  const mayWrite = may('agents:write')
  const workload = draft && toWorkload(draft)
  const create = useAction({
    run: async () =>
      await client.createHeadlessAgent({
        body: {
          ...{ Name: name.trim(), Scopes: [...scopes] as Scope[] },
          ...(workload && { Workload: workload }),
        },
      }),
    done: mayWrite ? 'The agent is created.' : 'The agent is waiting for approval.',
  })
  if (create.data) {
    const New = create.data.PrivateKey === null ? KeylessAgent : NewKey
    return <New issued={create.data} onClose={onClose} />
  }
  return (
    <ActionForm
      action={create}
      submit={mayWrite ? 'Create the agent' : 'Request the agent'}
      isBlocked={name.trim() === '' || scopes.length === 0 || (draft && !workload) === true}
      onClose={onClose}
    >
      {!mayWrite && (
        <Text size="sm">It has no access until somebody who can manage agents approves it.</Text>
      )}
      <TextInput
        label="Name"
        description="What it does and where it runs."
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
      <PlatformSelect
        value={draft?.platform ?? 'key'}
        others={[{ value: 'key', label: 'Its own key' }]}
        onChange={(way) => setDraft(way === 'key' ? undefined : draftOf(way))}
      />
      {draft && (
        <WorkloadFields draft={draft} error={create.error} at="/Workload" onChange={setDraft} />
      )}
    </ActionForm>
  )
}

/** What an agent without a key needs. */
function KeylessAgent({
  issued: { ClientId, TokenUrl, Status },
  onClose,
}: {
  readonly issued: Output<'createHeadlessAgent'>
  readonly onClose: () => void
}) {
  return (
    <Stack>
      <Text size="sm">
        The client id is <b style={{ overflowWrap: 'anywhere' }}>{ClientId}</b>.{' '}
        {Status === 'WAITING' && 'Its tokens work once the agent is approved. '}
        {TokenUrl === null
          ? 'This hub does not issue tokens yet. The operator must set mcp.enabled.'
          : `It presents the token of its platform at ${TokenUrl}, and has no key that could be lost.`}
      </Text>
      <Anchor size="sm" href="/docs/guides/agents" target="_blank" underline="always">
        How a job signs in
      </Anchor>
      <Group>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}
