/** Asks before a page is left while something is not saved. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

export function LeaveGuard({
  isActive,
  what,
}: {
  readonly isActive: boolean
  /** What is not saved, such as `changes of the rules`. */
  readonly what: string
}) {
  const { status, proceed, reset } = useBlocker({
    // A tab of the same page keeps what was typed.
    shouldBlockFn: ({ current, next }) => isActive && current.pathname !== next.pathname,
    enableBeforeUnload: isActive,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text size="sm" mb="md">
        Your {what} are not saved.
      </Text>
      <Group>
        <Button data-autofocus onClick={() => reset?.()}>
          Stay
        </Button>
        <Button variant="default" onClick={() => proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  )
}
