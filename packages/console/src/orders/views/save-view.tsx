/** Saves the filter, the sort and the columns of the list under a name. */
import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { OrderSearch } from '../search.ts'
import type { SavedView } from './queries.ts'
import { viewOf } from './view-search.ts'

export function SaveView({
  search,
  view,
  onShow,
  onClose,
}: {
  readonly search: OrderSearch
  /** The view that is changed. Left out: a new one is saved. */
  readonly view?: SavedView | undefined
  readonly onShow: (search: OrderSearch) => void
  readonly onClose: () => void
}) {
  const { client, may } = useSession()
  const [name, setName] = useState(view?.Name ?? '')
  const [isShared, setShared] = useState(view?.IsShared ?? false)
  const save = useAction({
    run: async () => {
      const body = { Name: name.trim(), IsShared: isShared, ...viewOf(search) }
      const saved = view
        ? await client.changeView({ id: view.Id, body })
        : await client.createView({ body: { ...body, List: 'orders' } })
      onShow({ ...search, saved: saved.Id })
    },
    done: `The view “${name.trim()}” is saved.`,
    onClose,
  })
  return (
    <ActionForm action={save} submit="Save" isBlocked={name.trim() === ''} onClose={onClose}>
      <Text size="sm">Saves the current filter, sort order and columns.</Text>
      <TextInput
        label="Name"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      {may('orders:write') && (
        <Checkbox
          label="Share with the team"
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
    </ActionForm>
  )
}
