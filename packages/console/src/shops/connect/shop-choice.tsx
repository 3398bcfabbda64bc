/** The choice of a shop, of those that connectors have described. */
import { Group, Radio, SimpleGrid, Text } from '@mantine/core'
import type { Connector } from '../queries.ts'
import { ROLES } from '../words.ts'

export function ShopChoice({
  connectors,
  chosen,
  onChange,
}: {
  readonly connectors: readonly Connector[]
  readonly chosen: string | undefined
  readonly onChange: (shop: string) => void
}) {
  return (
    <Radio.Group
      label="Shop system"
      description="Those that your connectors support."
      required
      value={chosen ?? null}
      onChange={onChange}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {connectors.map(({ Shop, Title, Roles }) => (
          <Radio.Card key={Shop} value={Shop} p="sm" radius="md" aria-label={Title}>
            <Group wrap="nowrap" align="start" gap="sm">
              <Radio.Indicator />
              <div>
                <Text size="sm" fw={500}>
                  {Title}
                </Text>
                <Text size="xs" c="dimmed">
                  {Roles.map((role) => ROLES[role].label).join(', ')}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
