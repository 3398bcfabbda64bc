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
      <Text size="sm">Nothing is carried over any more. The following is lost:</Text>
      <List size="sm">
        <List.Item>
          {linked.length === 0
            ? 'The links between records of the hub and of the shop: there are none yet.'
            : `The links between records of the hub and of the shop: ${linked.map(([kind, count]) => countOf(kind, count)).join(', ')}. A new connection does not know that they are the same.`}
        </List.Item>
        <List.Item>
          The log of its runs
          {Counts.Problems > 0 && `, and ${counted(Counts.Problems, 'problem')}`}.
        </List.Item>
        <List.Item>How far it has read the shop: a new connection reads everything.</List.Item>
      </List>
      <Text size="sm">
        Products and orders stay, in the hub and in the shop. To stop it for a while, pause it
        instead.
      </Text>
    </ActionForm>
  )
}
