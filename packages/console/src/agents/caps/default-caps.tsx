/** What each agent may do in a day, unless it has limits of its own. */
import type { Output } from '@entrepot/client'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { type CapsForm, capsBody, capsForm } from './caps.ts'
import { CapsFields } from './caps-fields.tsx'
import { defaultCapsQuery } from './queries.ts'

export function DefaultCaps({ currency }: { readonly currency: string }) {
  const { data, error, refetch } = useQuery(defaultCapsQuery(useSession()))
  return (
    <Section title="Daily limits">
      <Text size="sm" mb="sm">
        Maximum per agent and day, unless an agent has its own limits. Calls above a limit are
        refused and change nothing.
      </Text>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} aria-label="Loading the limits" />}
      {data && <Form data={data} currency={currency} />}
    </Section>
  )
}

function Form({
  data,
  currency,
}: {
  readonly data: Output<'getDefaultAgentCaps'>
  readonly currency: string
}) {
  const stored = capsForm(data, currency)
  // What the hub sets is known where nothing else is set.
  const ofHub = Object.fromEntries(
    Object.entries(data.Caps).filter(([name]) => !data.Own.includes(name)),
  )
  const { client, may } = useSession()
  const [edited, setEdited] = useState<CapsForm>()
  const form = edited ?? stored
  const body = capsBody(form, currency)
  const isChanged =
    edited !== undefined && JSON.stringify(body) !== JSON.stringify(capsBody(stored, currency))
  const save = useAction({
    run: async () => body && (await client.replaceDefaultAgentCaps({ body })),
    done: 'Limits saved.',
    onClose: () => setEdited(undefined),
  })
  const isReadOnly = !may('agents:write')
  const fields = (
    <CapsFields
      form={form}
      currency={currency}
      given="Hub default"
      rest={ofHub}
      error={save.error}
      isReadOnly={isReadOnly}
      onChange={setEdited}
    />
  )
  if (isReadOnly) return fields
  return (
    <Stack>
      <LeaveGuard isActive={isChanged} what="limits" />
      <ActionForm
        action={save}
        submit="Save limits"
        cancel="Undo my changes"
        isBlocked={!isChanged || body === undefined}
        canCancel={isChanged}
        onClose={() => {
          setEdited(undefined)
          save.reset()
        }}
      >
        {fields}
      </ActionForm>
    </Stack>
  )
}
