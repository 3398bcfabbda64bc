import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A state: a dot and a label. The colour alone says nothing. */
export function Dot({ color, children }: { readonly color: string; readonly children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      <svg width={8} height={8} aria-hidden="true">
        <circle cx={4} cy={4} r={4} fill={`var(--mantine-color-${color}-filled)`} />
      </svg>
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        {children}
      </Text>
    </Group>
  )
}
