import { Text } from '@mantine/core'
import { scopesInWords } from './scopes.ts'

/** What a key or an agent may do. The names of the scopes are shown to whoever points at it. */
export function ScopeWords({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <Text size="xs" component="div" maw={420} title={scopes.join(', ')}>
      {scopesInWords(scopes).map((words) => (
        <div key={words}>{words}</div>
      ))}
    </Text>
  )
}
