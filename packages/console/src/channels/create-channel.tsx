/** The panel in which a channel is created. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { useAction } from '../components/form/use-action.ts'
import { useSession } from '../hub/session.tsx'
import { bodyOf, fieldsOf } from './channel-fields.ts'
import { SettingsForm } from './settings-form.tsx'

export function CreateChannel({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession()
  const navigate = useNavigate()
  const [fields, setFields] = useState(fieldsOf())
  const create = useAction({
    run: async () => {
      const { Id } = await client.createChannel({ body: bodyOf(fields) })
      await navigate({ to: '/channels/$id', params: { id: String(Id) }, search: {} })
    },
    done: 'Channel created. It now needs a key.',
    onClose: () => undefined,
  })
  return (
    <ActionForm
      action={create}
      submit="Create the channel"
      isBlocked={fields.Name.trim() === ''}
      onClose={onClose}
    >
      <SettingsForm fields={fields} onChange={setFields} />
    </ActionForm>
  )
}
