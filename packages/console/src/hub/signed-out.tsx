/** A sign-in that has ended, or does not suffice: a dialog over the page, so that nothing that was typed is lost. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { needsStepUp } from './api.ts'
import { signInAddress } from './session.tsx'

/** Why the dialog is shown. */
type Reason = 'ended' | 'weak'

const TEXTS: Readonly<Record<Reason, { readonly title: string; readonly text: string }>> = {
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again in a new tab, then continue here. Your input on this page is kept.',
  },
  weak: {
    title: 'Confirm your identity',
    text: 'This needs a more recent or stronger sign-in, for example with a second factor. Sign in again in a new tab, then continue here and repeat it. Your input on this page is kept.',
  },
}

let shown: Reason | undefined
const listeners = new Set<() => void>()

function show(reason: Reason | undefined): void {
  shown = reason
  for (const listener of listeners) listener()
}

/** Shows the dialog for an error that only a new sign-in ends. */
export function showSignedOut(error: unknown): void {
  show(needsStepUp(error) ? 'weak' : 'ended')
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog. The person signs in in another tab, and continues here. */
export function SignedOut() {
  const reason = useSyncExternalStore(subscribe, () => shown)
  const queries = useQueryClient()
  const retry = async () => {
    show(undefined)
    await queries.invalidateQueries()
  }
  const { title, text } = TEXTS[reason ?? 'ended']
  return (
    <Modal
      opened={reason !== undefined}
      onClose={() => show(undefined)}
      title={title}
      centered
      // Above the panel in which the person has typed.
      zIndex={350}
    >
      <Text mb="md">{text}</Text>
      <Group>
        <Button
          component="a"
          href={signInAddress(reason === 'weak' ? 'access' : undefined)}
          target="_blank"
          rel="opener"
        >
          Sign in
        </Button>
        <Button variant="default" onClick={retry}>
          Continue
        </Button>
      </Group>
    </Modal>
  )
}
