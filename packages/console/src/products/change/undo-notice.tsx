/** Says for some seconds what was changed, with a button that takes it back. */
import { isProblem } from '@entrepot/client'
import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describe } from '../../components/page/describe.ts'
import { ProductConflict } from './run-job.ts'

/** How long a change can be taken back with the notice, in milliseconds. */
const UNDO_MS = 12_000

/** A change that can be taken back. */
interface Undoable {
  /** What was changed, such as `Price of MUG: €34.95 → €29.95`. */
  readonly words: string
  /** Takes it back. Throws if somebody has changed it meanwhile. */
  readonly undo: () => Promise<unknown>
}

/** The ids of the notices that are shown, the newest last: that is the one that the keys take back. */
const shown: string[] = []

let count = 0

function forget(id: string): void {
  const at = shown.indexOf(id)
  if (at >= 0) shown.splice(at, 1)
}

/** Returns a function that shows the notice. */
export function useUndoNotice(): (change: Undoable) => void {
  const queries = useQueryClient()
  return ({ words, undo }) => {
    count += 1
    const id = `undo-${count}`
    shown.push(id)
    const run = async () => {
      try {
        await undo()
      } finally {
        await queries.invalidateQueries()
      }
    }
    notifications.show({
      id,
      message: <UndoMessage id={id} words={words} undo={run} />,
      autoClose: UNDO_MS,
      withCloseButton: true,
      closeButtonProps: { 'aria-label': 'Close' },
      onClose: () => forget(id),
    })
  }
}

function UndoMessage({ id, words, undo }: Undoable & { readonly id: string }) {
  const [isRunning, setRunning] = useState(false)
  const start = () => {
    if (isRunning) return
    setRunning(true)
    forget(id)
    undo().then(
      () => notifications.update({ id, message: `Undone. ${words}`, autoClose: 5_000 }),
      (error: unknown) =>
        notifications.update({ id, color: 'red', message: failureWords(error), autoClose: false }),
    )
  }
  useHotkeys([['mod+Z', () => shown.at(-1) === id && start()]])
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Text>
      <Button size="compact-sm" variant="default" flex="none" loading={isRunning} onClick={start}>
        Undo
      </Button>
    </Group>
  )
}

/** Why something was not taken back. */
export function failureWords(error: unknown): string {
  const isChanged = isProblem(error, 'MARKET_PRODUCT_CHANGED') || error instanceof ProductConflict
  return isChanged
    ? 'Not undone, because somebody else has changed it.'
    : `Not undone. ${describe(error).detail}`
}
