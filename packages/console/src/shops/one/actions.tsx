/** What can be done with a connection. */
import { Button } from '@mantine/core'
import { useAction } from '../../components/form/use-action.ts'
import { type RowAction, RowMenu } from '../../components/list/row-menu.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Connection } from '../queries.ts'
import { useOpenAnswer } from './use-open-answer.ts'
import { usePlace } from './use-place.ts'

export function ConnectionActions({
  connection: { Id: id, IsPaused: isPaused },
}: {
  readonly connection: Connection
}) {
  const { client, may } = useSession()
  const { open } = usePlace()
  const runNow = useOpenAnswer(id, 'run')
  const dryRun = useOpenAnswer(id, 'dry-run')
  const test = useOpenAnswer(id, 'test')
  const pause = useAction({
    run: async () => await client.changeConnection({ id, body: { IsPaused: !isPaused } }),
    done: isPaused ? 'The connection runs again.' : 'The connection is paused.',
  })
  if (!may('connections:write')) return null
  const more: readonly RowAction[] = [
    ...(isPaused ? [] : [{ label: 'Test', onClick: test.run }]),
    { label: 'Change', onClick: () => open('change') },
    { label: 'Delete', isDangerous: true, onClick: () => open('delete') },
  ]
  const failed = runNow.error ?? dryRun.error ?? test.error ?? pause.error
  return (
    <>
      <Button variant="default" loading={runNow.isPending} disabled={isPaused} onClick={runNow.run}>
        Run now
      </Button>
      <Button variant="default" loading={dryRun.isPending} disabled={isPaused} onClick={dryRun.run}>
        Dry run
      </Button>
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <RowMenu of="the connection" actions={more} />
      {failed !== null && <Problem error={failed} />}
    </>
  )
}
