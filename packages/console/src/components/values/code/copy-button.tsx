/** A button that copies a text, and says so where the browser does not allow it. */
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useEffect } from 'react'

/** Browsers allow it over HTTPS and on localhost only, and ask the person in some cases. */
export function CopyButton({
  value,
  children,
}: {
  readonly value: string
  readonly children: (state: { readonly copied: boolean; readonly copy: () => void }) => ReactNode
}) {
  const { copied, error, copy } = useClipboard()
  useEffect(() => {
    if (error === null) return
    notifications.show({
      color: 'red',
      title: 'Not copied',
      message: 'The browser does not allow it. Select the text and copy it yourself.',
    })
  }, [error])
  return children({ copied, copy: () => copy(value) })
}
