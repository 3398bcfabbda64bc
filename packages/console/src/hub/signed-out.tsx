/** The end of a session: a dialog over the page, so that nothing that was typed is lost. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { signInAddress } from './session.tsx'

let isShown = false
const listeners = new Set<() => void>()

/** Shows or hides the dialog. */
export function showSignedOut(shown: boolean): void {
  isShown = shown
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog. The person signs in in another tab, and continues here. */
export function SignedOut() {
  const isOpen = useSyncExternalStore(subscribe, () => isShown)
  const queries = useQueryClient()
  const retry = async () => {
    showSignedOut(false)
    await queries.invalidateQueries()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => showSignedOut(false)}
      title="Your session has ended"
      centered
      // Above the panel in which the person has typed.
      zIndex={350}
    >
      <Text mb="md">
        Sign in again in a new tab, then continue here. What you have typed on this page stays.
      </Text>
      <Group>
        <Button component="a" href={signInAddress()} target="_blank" rel="opener">
          Sign in
        </Button>
        <Button variant="default" onClick={retry}>
          Continue
        </Button>
      </Group>
    </Modal>
  )
}
