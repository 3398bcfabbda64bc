/** The form in the panel of an action: its fields, what failed, and its button. */
import { Button, Group, Stack } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { Problem } from '../page/problem.tsx'
import type { FieldLabels } from '../values/field-labels.ts'
import { onceLabel, Unsure } from './once.tsx'
import { StickyBar } from './sticky-bar.tsx'
import { FINAL, Undo } from './undo.tsx'
import { useFirstIssue } from './use-first-issue.ts'

/** A field that opens no list when it gets the focus. */
const FIELD = 'input:enabled:not([aria-haspopup], [type=hidden]), select:enabled, textarea:enabled'

/** What is chosen of a group, which the arrow keys change. */
const CHOSEN = 'input[type=radio]:checked'

/** Lets a panel give the focus to its marked or first field, or else to the button, and not to its cross, with which Enter would close it. */
function markStart(form: HTMLFormElement | null): void {
  if (!form) return
  const marked = form.querySelector<HTMLElement>('[data-autofocus]')
  const first = form.querySelector<HTMLInputElement>(`${FIELD}, [data-start]`)
  const chosen = first?.type === 'radio' ? form.querySelector<HTMLElement>(CHOSEN) : null
  const start = marked ?? chosen ?? first
  start?.setAttribute('data-autofocus', '')
  // A form that comes after its panel, for example because something was read first.
  if (form.closest('[role=dialog]')?.contains(document.activeElement)) start?.focus()
}

/** What is dangerous must say whether it can be undone, and how. */
type Danger =
  | { readonly isDangerous: boolean; readonly undo: string }
  | { readonly isDangerous?: false; readonly undo?: string }

interface Action {
  readonly isPending: boolean
  readonly error: unknown
  /** What may be stored, of a form that takes effect once: see `useOnce`. Its fields are in `OnceFields`. */
  readonly unsure?: unknown
}

/** What the button does: it runs the action, or calls `onSubmit`, for example with a value. */
type Submit =
  | { readonly action: Action & { readonly mutate: () => void }; readonly onSubmit?: never }
  | { readonly action: Action; readonly onSubmit: () => void }

export function ActionForm({
  action,
  submit,
  isBlocked = false,
  isDangerous = false,
  undo,
  cancel = isDangerous ? 'Keep' : 'Cancel',
  canCancel = true,
  isLong = false,
  labels,
  onSubmit,
  onClose,
  children,
}: Danger &
  Submit & {
    /** The label of the button. */
    readonly submit: string
    /** Whether something is still missing. */
    readonly isBlocked?: boolean
    /** The label of the button that does nothing. */
    readonly cancel?: string
    /** Whether there is something that this button ends. */
    readonly canCancel?: boolean
    /** Whether it is as long as its page, so that its buttons must stay in sight. */
    readonly isLong?: boolean
    /** The labels of the fields by the names of the API, where they differ from those of other forms. */
    readonly labels?: FieldLabels
    readonly onClose: () => void
    readonly children?: ReactNode
  }) {
  const ref = useMergedRef(useFirstIssue(0, action.error), markStart)
  const Buttons = isLong ? StickyBar : Group
  const isFinal = isDangerous || undo?.startsWith(FINAL) === true
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isBlocked || action.isPending) return
    if (onSubmit) onSubmit()
    else if ('mutate' in action) action.mutate()
  }
  return (
    <form ref={ref} onSubmit={send} noValidate>
      <Stack>
        {children}
        {undo !== undefined && <Undo>{undo}</Undo>}
        {action.error !== null && <Problem error={action.error} labels={labels} />}
        <Unsure action={action} />
        <Buttons>
          <Button
            type="submit"
            loading={action.isPending}
            // It keeps the focus after a form within a page was saved, although nothing is left to save.
            {...(isBlocked && { 'data-disabled': true, 'aria-disabled': true })}
            // The red of the dark theme has too little contrast with its label.
            {...(isDangerous && { color: 'red.8' })}
            {...(!isFinal && { 'data-start': true })}
          >
            {onceLabel(action, submit)}
          </Button>
          <Button
            variant="default"
            disabled={!canCancel}
            onClick={onClose}
            // Enter does not do by chance what is dangerous or cannot be undone.
            {...(isFinal && { 'data-start': true })}
          >
            {cancel}
          </Button>
        </Buttons>
      </Stack>
    </form>
  )
}
