/** Where an import is: its steps, and which of them is shown. */
import { Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'

const STEPS = ['File', 'Columns', 'Check', 'Import'] as const
export type Step = (typeof STEPS)[number]

export function Steps({ current }: { readonly current: Step }) {
  const at = STEPS.indexOf(current)
  const list = useRef<HTMLDivElement>(null)
  // The button of the step before is gone, and the focus with it.
  useEffect(() => {
    if (at > 0) list.current?.focus()
  }, [at])
  return (
    <Group
      component="ol"
      ref={list}
      tabIndex={-1}
      gap="sm"
      p={0}
      m={0}
      style={{ listStyle: 'none', outline: 'none' }}
      aria-label="Steps"
    >
      {STEPS.map((step, index) => (
        <Text
          component="li"
          key={step}
          size="xs"
          fw={index === at ? 600 : 400}
          {...(index === at ? { 'aria-current': 'step' } : { c: 'dimmed' })}
        >
          {index + 1}. {step}
        </Text>
      ))}
    </Group>
  )
}
