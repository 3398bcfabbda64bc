/** The product of a line: picture, name and reference. */
import type { Output } from '@entrepot/client'
import { Group, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { Picture } from '../../components/values/picture.tsx'

type Product = Output<'listProducts'>[number]

/** @param product undefined while it loads, and if there is no such product */
export function LineProduct({
  reference,
  product,
}: {
  readonly reference: string
  readonly product: Product | undefined
}) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Picture url={product?.ImageUrl ?? null} />
      <div>
        <PageLink fz="sm" to="/products/$reference" params={{ reference }}>
          {product?.Name ?? reference}
        </PageLink>
        {product !== undefined && (
          <Text size="xs" c="dimmed">
            {reference}
          </Text>
        )}
      </div>
    </Group>
  )
}
