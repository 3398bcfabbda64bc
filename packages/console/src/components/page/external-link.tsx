import { Anchor, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A link to another site, in a new window. Only its text is underlined, not the blank before the sign. */
export function ExternalLink({
  href,
  opens,
  children,
}: {
  readonly href: string
  /** What it does, for screen readers. */
  readonly opens: string
  readonly children: ReactNode
}) {
  return (
    <Anchor inherit underline="never" href={href} target="_blank" rel="noreferrer">
      <Text span inherit td="underline">
        {children}
      </Text>{' '}
      <IconExternalLink size={14} aria-label={opens} />
    </Anchor>
  )
}
