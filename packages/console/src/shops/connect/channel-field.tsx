/** The channel for which a shop sells: one that there is, or a new one. */
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../channels/queries.ts'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'

/** A channel by its id, or the name of a new one. */
export type ChannelChoice = { readonly id: number } | { readonly name: string }

const NEW = 'new'

/** Whether something is still missing. */
export function lacksChannel(choice: ChannelChoice | undefined): boolean {
  return choice === undefined || ('name' in choice && choice.name.trim() === '')
}

export function ChannelField({
  choice,
  proposedName,
  error,
  nameError,
  onChange,
}: {
  readonly choice: ChannelChoice | undefined
  /** The name of a new channel. */
  readonly proposedName: string
  readonly error: string | undefined
  readonly nameError: string | undefined
  readonly onChange: (choice: ChannelChoice | undefined) => void
}) {
  const session = useSession()
  const channels = useQuery(channelsQuery(session))
  const mayCreate = session.may('channels:write')
  const active = (channels.data ?? []).filter(({ IsActive }) => IsActive)
  const isNew = choice !== undefined && 'name' in choice
  const pick = (value: string | null) => {
    if (value === null) onChange(undefined)
    else onChange(value === NEW ? { name: proposedName } : { id: Number(value) })
  }
  return (
    <>
      {channels.error && <Problem error={channels.error} onRetry={() => void channels.refetch()} />}
      <Select
        label="Channel"
        description="It sets the selection, prices and stock of the products sold in the shop."
        placeholder="Choose"
        required
        allowDeselect={false}
        data={[
          ...(mayCreate ? [{ value: NEW, label: 'A new channel' }] : []),
          ...active.map(({ Id, Name }) => ({ value: String(Id), label: Name })),
        ]}
        value={choice === undefined ? null : 'id' in choice ? String(choice.id) : NEW}
        error={error}
        onChange={pick}
      />
      {isNew && (
        <TextInput
          label="Name of the new channel"
          description="Unique among your channels. Gets all products until you change its selection."
          required
          maxLength={256}
          value={choice.name}
          error={nameError}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
      )}
    </>
  )
}
