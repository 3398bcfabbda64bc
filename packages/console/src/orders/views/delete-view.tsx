/** Deletes a saved view. */
import { Text } from '@mantine/core'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { SavedView } from './queries.ts'

export function DeleteView({
  view,
  onClose,
}: {
  readonly view: SavedView
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const remove = useAction({
    run: async () => await client.deleteView({ id: view.Id }),
    done: `The view “${view.Name}” is deleted.`,
    onClose,
  })
  return (
    <ActionForm action={remove} submit="Delete" undo={FINAL} isDangerous onClose={onClose}>
      <Text size="sm">
        “{view.Name}” {view.IsShared ? 'is deleted for the whole team.' : 'disappears.'} Orders are
        not changed.
      </Text>
    </ActionForm>
  )
}
