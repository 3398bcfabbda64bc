/** The form in the panel of an action: its fields, what failed, and its button. */
import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Problem } from './problem.tsx'

export function ActionForm({
  action,
  submit,
  isBlocked = false,
  isDangerous = false,
  cancel = isDangerous ? 'Keep' : 'Not now',
  canCancel = true,
  onSubmit,
  onClose,
  children,
}: {
  readonly action: { readonly isPending: boolean; readonly error: unknown }
  /** The word on the button. */
  readonly submit: string
  /** Whether something is still missing. */
  readonly isBlocked?: boolean
  readonly isDangerous?: boolean
  /** The word on the button that does nothing. */
  readonly cancel?: string
  /** Whether there is something that this button ends. */
  readonly canCancel?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlocked && !action.isPending) onSubmit()
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {children}
        {action.error !== null && <Problem error={action.error} />}
        <Group>
          <Button
            type="submit"
            loading={action.isPending}
            disabled={isBlocked}
            {...(isDangerous && { color: 'red' })}
          >
            {submit}
          </Button>
          <Button variant="default" disabled={!canCancel} onClick={onClose}>
            {cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
