/** A write of a panel: shows that it runs, then what is true, then closes the panel. */
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** What {@link useAction} needs. */
export interface ActionParts<Given> {
  readonly run: (given: Given) => Promise<unknown>
  /** What has happened, for the message. */
  readonly done: string
  readonly onClose: () => void
}

/** Returns a write. The panel is closed when the page shows its effect; after a failure it stays with what was typed. */
export function useAction<Given = void>({ run, done, onClose }: ActionParts<Given>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      notifications.show({ message: done, color: 'green' })
      onClose()
    },
    // Also after a failure: a part may have happened, or the answer may have been lost.
    onSettled: async () => await queries.invalidateQueries(),
  })
}
