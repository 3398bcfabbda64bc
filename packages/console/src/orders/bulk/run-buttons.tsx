/** The end of a panel for several orders: how far it is, its button, and the way out. */
import { Button, Group, Text } from '@mantine/core'
import type { BulkProps } from './job-query.ts'
import type { Outcome } from './use-each.ts'

export function RunButtons({
  verb,
  ids,
  outcomes,
  isRunning,
  onRun,
  onClose,
}: {
  /** Such as `Acknowledge`. */
  readonly verb: string
  /** The orders that are meant. */
  readonly ids: readonly number[]
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly isRunning: boolean
  readonly onRun: () => void
  readonly onClose: BulkProps['onClose']
}) {
  const count = (state: Outcome['state']) =>
    ids.filter((id) => outcomes.get(id)?.state === state).length
  const left = ids.length - count('done')
  const isTried = outcomes.size > 0 && !isRunning
  return (
    <>
      <Text size="sm" aria-live="polite">
        {outcomes.size > 0 && `${count('done')} of ${ids.length} done`}
        {count('failed') > 0 && `, ${count('failed')} failed`}
      </Text>
      <Group>
        {(left > 0 || !isTried) && (
          <Button loading={isRunning} disabled={left === 0} onClick={onRun}>
            {count('failed') > 0 ? `Try ${left} again` : `${verb} ${left}`}
          </Button>
        )}
        <Button variant="default" onClick={() => onClose(isTried)}>
          {isTried ? 'Finish' : 'Cancel'}
        </Button>
      </Group>
    </>
  )
}
