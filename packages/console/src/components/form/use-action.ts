/** A write of a panel: shows that it runs, then what is true, then closes the panel. */
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** What is shown of a write that succeeded, but has not reached its aim. */
export interface FailureNotice {
  readonly title: string
  readonly message: string
}

/** What {@link useAction} needs. */
export interface ActionParts<Given, Result> {
  readonly run: (given: Given) => Promise<Result>
  /** What has happened, for the message. */
  readonly done: string | ((result: Result) => string | FailureNotice)
  /** Left out by a panel that shows the result. */
  readonly onClose?: () => void
  /** Whether `run` deletes what the page is about and leaves it: events wait, so that the page does not read what is gone. @default false */
  readonly leaves?: boolean
}

/** The key of writes that leave their page. */
export const LEAVING = ['leaving']

/** Returns a write. The panel is closed when the page shows its effect; after a failure it stays with what was typed. */
export function useAction<Given = void, Result = unknown>({
  run,
  done,
  onClose,
  leaves = false,
}: ActionParts<Given, Result>) {
  const queries = useQueryClient()
  return useMutation({
    ...(leaves && { mutationKey: LEAVING }),
    mutationFn: run,
    onSuccess: (result) => {
      const told = typeof done === 'string' ? done : done(result)
      notifications.show(
        typeof told === 'string'
          ? { message: told, color: 'green' }
          : { ...told, color: 'red', autoClose: false },
      )
      onClose?.()
    },
    // Also after a failure: a part may have happened, or the answer may have been lost.
    onSettled: async () => await queries.invalidateQueries(),
  })
}
