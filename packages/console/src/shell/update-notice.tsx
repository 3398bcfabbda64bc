/** A newer console is on the hub: the open one offers to load it. */
import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { checkVersion, isVersionOld, onVersion, setVersionOld } from './version.ts'

/** Shows the notice once the hub has another version. It is asked when the window is shown, and after a lost connection. */
export function UpdateNotice() {
  const isOld = useSyncExternalStore(onVersion, isVersionOld)
  useEffect(() => {
    const compare = () => {
      if (document.visibilityState === 'visible') void checkVersion()
    }
    document.addEventListener('visibilitychange', compare)
    return () => document.removeEventListener('visibilitychange', compare)
  }, [])
  if (!isOld) return null
  return (
    <Alert
      role="status"
      title="A new version of the console is available"
      pos="fixed"
      bottom="calc(var(--app-shell-footer-offset, 0px) + 16px)"
      right={16}
      maw={360}
      style={{ zIndex: 400 }}
    >
      <Group>
        <Button size="xs" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button size="xs" variant="default" onClick={() => setVersionOld(false)}>
          Later
        </Button>
      </Group>
    </Alert>
  )
}
