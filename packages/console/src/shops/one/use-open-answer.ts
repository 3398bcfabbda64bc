import { useAsk } from '../asks/use-ask.ts'
import type { ANSWER_PANELS } from '../search.ts'
import { usePlace } from './use-place.ts'

/** Asks for a run, and opens the panel that waits for it. */
export function useOpenAnswer(connectionId: number, panel: (typeof ANSWER_PANELS)[number]) {
  const ask = useAsk(connectionId)
  const { open } = usePlace()
  const Action = panel === 'dry-run' ? 'dry_run' : panel
  return {
    isPending: ask.isPending,
    error: ask.error,
    run: () => ask.mutate({ Action }, { onSuccess: ({ Id }) => open(panel, Id) }),
  }
}
