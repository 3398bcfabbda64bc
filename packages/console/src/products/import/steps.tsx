/** Where an import is: its steps, and which of them is shown. */
import { Group, Text } from '@mantine/core'

const STEPS = ['File', 'Columns', 'Check', 'Import'] as const
export type Step = (typeof STEPS)[number]

export function Steps({ current }: { readonly current: Step }) {
  const at = STEPS.indexOf(current)
  return (
    <Group component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Steps">
      {STEPS.map((step, index) => (
        <Text
          component="li"
          key={step}
          size="sm"
          fw={index === at ? 600 : 400}
          {...(index === at ? { 'aria-current': 'step' } : { c: 'dimmed' })}
        >
          {index + 1}. {step}
        </Text>
      ))}
    </Group>
  )
}
