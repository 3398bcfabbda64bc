/** Deletes a connection, after saying what is lost. */
import { List, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { counted } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import type { Connection } from '../queries.ts'
import { countOf } from '../words.ts'

export function DeleteConnection({
  connection: { Id: id, Counts },
  onClose,
}: {
  readonly connection: Connection
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const navigate = useNavigate()
  const remove = useAction({
    run: async () => {
      await client.deleteConnection({ id })
      await navigate({ to: '/shops', search: {} })
    },
    done: 'The connection is deleted.',
    leaves: true,
  })
  const linked = Object.entries(Counts.Linked).filter(([, count]) => count > 0)
  return (
    <ActionForm
      action={remove}
      submit="Delete the connection"
      undo={FINAL}
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">Syncing stops. The following is lost:</Text>
      <List size="sm">
        <List.Item>
          {linked.length === 0
            ? 'The links between records of the hub and the shop (none yet)'
            : `The links between records of the hub and of the shop: ${linked.map(([kind, count]) => countOf(kind, count)).join(', ')}. A new connection treats them as different records.`}
        </List.Item>
        <List.Item>
          The log of its runs
          {Counts.Problems > 0 && `, and ${counted(Counts.Problems, 'problem')}`}.
        </List.Item>
        <List.Item>The sync position. A new connection reads everything again.</List.Item>
      </List>
      <Text size="sm">
        Products and orders stay in the hub and the shop. To stop it temporarily, pause it instead.
      </Text>
    </ActionForm>
  )
}
