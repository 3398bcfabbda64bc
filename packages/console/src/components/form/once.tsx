/** The parts of a form that takes effect once: see `useOnce`. */
import { Fieldset, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './once.module.css'

/** What is sent, and whether it may be stored. */
interface Once {
  readonly isPending: boolean
  readonly unsure?: unknown
}

/** What is being sent, and what may be stored, stays as it was sent. */
export function OnceFields({
  action: { isPending, unsure },
  children,
}: {
  readonly action: Once
  readonly children: ReactNode
}) {
  return (
    <Fieldset
      variant="unstyled"
      className={classes.fields ?? ''}
      disabled={isPending || unsure !== undefined}
    >
      {children}
    </Fieldset>
  )
}

/** The label of the button. */
export function onceLabel({ unsure }: Once, label: string): string {
  return unsure === undefined ? label : 'Try again'
}

/** Why the fields are locked, and what the button does. */
export function Unsure({ action: { unsure } }: { readonly action: Once }) {
  if (unsure === undefined) return null
  return (
    <Text size="sm" role="status">
      It is not known whether this was saved. <b>Try again</b> sends the same request again. Nothing
      is done twice. The fields are locked until the result is known.
    </Text>
  )
}
