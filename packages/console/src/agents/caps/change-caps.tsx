/** Changes what one agent may do in a day. */
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { type CapsForm, capsBody, capsForm } from './caps.ts'
import { CapsFields } from './caps-fields.tsx'
import { capsQuery, defaultCapsQuery } from './queries.ts'

interface Props {
  readonly agent: string
  readonly currency: string
  readonly onClose: () => void
}

export function ChangeCaps(props: Props) {
  const { data, error, refetch } = useQuery(capsQuery(useSession(), props.agent))
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} aria-label="Loading the limits" />
  return <Form {...props} stored={capsForm(data, props.currency)} />
}

function Form({ agent, currency, stored, onClose }: Props & { readonly stored: CapsForm }) {
  const session = useSession()
  const { data: rest } = useQuery(defaultCapsQuery(session))
  const [form, setForm] = useState(stored)
  const body = capsBody(form, currency)
  const change = useAction({
    run: async () => body && (await session.client.replaceAgentCaps({ id: agent, body })),
    done: 'Limits saved.',
    onClose,
  })
  return (
    <ActionForm action={change} submit="Save" isBlocked={body === undefined} onClose={onClose}>
      <CapsFields
        form={form}
        currency={currency}
        given="Same as all agents"
        rest={rest?.Caps}
        error={change.error}
        onChange={setForm}
      />
    </ActionForm>
  )
}
