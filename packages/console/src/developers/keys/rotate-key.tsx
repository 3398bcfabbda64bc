/** Replaces a key by a new one with the same rights. The old one stays valid for a while. */
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { OVERLAPS } from '../../components/form/overlaps.ts'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { Key } from './columns.tsx'
import { NewKeySecret } from './new-key-secret.tsx'

export function RotateKey({
  given,
  onClose,
}: {
  readonly given: Key
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [overlap, setOverlap] = useState('86400')
  const rotate = useAction({
    run: async () =>
      await client.rotateKey({ id: given.Id, body: { OverlapSeconds: Number(overlap) } }),
    done: 'New key created.',
  })
  if (rotate.data) return <NewKeySecret issued={rotate.data} onClose={onClose} />
  return (
    <ActionForm action={rotate} submit="Rotate the key" undo={FINAL} onClose={onClose}>
      <Text size="sm">
        Creates a new key with the same name and permissions. Give it to the program before the old
        key expires.
      </Text>
      <Select
        label="The old key stays valid for"
        data={OVERLAPS}
        allowDeselect={false}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '86400')}
      />
    </ActionForm>
  )
}
