/** Ends a key. */
import { Text } from '@mantine/core'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Key } from './columns.tsx'

export function RevokeKey({
  given,
  onClose,
}: {
  readonly given: Key
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const revoke = useAction({
    run: async () => await client.deleteKey({ id: given.Id }),
    done: 'The key is revoked.',
    onClose,
  })
  return (
    <ActionForm action={revoke} submit="Revoke the key" undo={FINAL} isDangerous onClose={onClose}>
      <Text size="sm">
        The key stops working within a second. Programs that use it need another key.
      </Text>
      <Text size="sm">
        Last used: <Moment at={given.LastUsedAt} />
      </Text>
    </ActionForm>
  )
}
