import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page with its heading. */
export function Section({
  title,
  id,
  children,
}: {
  readonly title: string
  /** For links to it. */
  readonly id?: string
  readonly children: ReactNode
}) {
  return (
    <Card withBorder component="section" aria-label={title} {...(id && { id })}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}
