import { Checkbox, Code, Group, SimpleGrid, Text } from '@mantine/core'
import { scopeLabel } from './scopes.ts'

/** What a key may do: one box a scope. */
export function ScopesField({
  offered,
  chosen,
  error,
  onChange,
}: {
  readonly offered: readonly string[]
  readonly chosen: readonly string[]
  readonly error?: string | undefined
  readonly onChange: (scopes: readonly string[]) => void
}) {
  return (
    <Checkbox.Group
      label="Permissions"
      description="Choose only what the program needs. Permissions cannot be changed later."
      required
      value={[...chosen]}
      onChange={onChange}
      error={error}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {bySubject(offered).map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            size="sm"
            // What reads is beside what changes the same records.
            {...(scope.endsWith(':read') && { style: { gridColumnStart: 1 } })}
            label={
              <Group gap={6}>
                <Text size="sm" span>
                  {scopeLabel(scope)}
                </Text>
                <Code fz={11}>{scope}</Code>
              </Group>
            }
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

/** Those of the same records one after the other. */
function bySubject(scopes: readonly string[]): readonly string[] {
  return [...Map.groupBy(scopes, (scope) => scope.split(':')[0]).values()].flat()
}
