import { Badge, Group } from '@mantine/core'

/** What an agent may do. */
export function ScopeBadges({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <Group gap={4} maw={340} miw={200}>
      {scopes.map((scope) => (
        <Badge key={scope} size="xs" variant="default" tt="none">
          {scope}
        </Badge>
      ))}
    </Group>
  )
}
