/** A newer console is on the hub: the open one offers to load it. */
import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Shows the notice once a part of this version is no longer on the hub, or another version is. */
export function UpdateNotice() {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const show = (event: Event) => {
      event.preventDefault()
      setOld(true)
    }
    const compare = async () => {
      if (document.visibilityState === 'visible' && (await isOutdated())) setOld(true)
    }
    addEventListener('vite:preloadError', show)
    document.addEventListener('visibilitychange', compare)
    return () => {
      removeEventListener('vite:preloadError', show)
      document.removeEventListener('visibilitychange', compare)
    }
  }, [])
  if (!isOld) return null
  return (
    <Alert
      role="status"
      title="The hub has a newer console"
      pos="fixed"
      bottom={16}
      right={16}
      maw={360}
      style={{ zIndex: 400 }}
    >
      <Group>
        <Button size="xs" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button size="xs" variant="default" onClick={() => setOld(false)}>
          Later
        </Button>
      </Group>
    </Alert>
  )
}

/** Whether the page of the hub starts with another script than this one. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const answer = await fetch('/console/', { cache: 'no-store' }).catch(() => undefined)
  if (!own || !answer?.ok) return false
  const page = await answer.text()
  return page.includes('type="module"') && !page.includes(own)
}
