import type { Input } from '@entrepot/client'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'

/** What a person asks of a connector. */
export type Ask = Input<'createConnectionRequest'>['body']

const DONE: Readonly<Record<Ask['Action'], string>> = {
  run: 'Run requested.',
  dry_run: 'Dry run requested.',
  test: 'Test requested.',
  retry: 'Retry requested.',
}

/** Asks the connector of a connection for something. It answers with a run. */
export function useAsk(connectionId: number) {
  const { client } = useSession()
  return useAction({
    run: async (ask: Ask) => await client.createConnectionRequest({ id: connectionId, body: ask }),
    done: ({ Action }) => DONE[Action],
  })
}
