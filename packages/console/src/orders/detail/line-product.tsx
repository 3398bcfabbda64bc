/** The product of a line: picture, name and reference. */
import type { Output } from '@entrepot/client'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { Picture } from '../../components/values/picture.tsx'

type Product = Output<'listProducts'>[number]

/** @param product undefined while it loads, and if there is no such product: nothing leads to its page then */
export function LineProduct({
  reference,
  product,
  isLoading,
  children,
}: {
  readonly reference: string
  readonly product: Product | undefined
  readonly isLoading: boolean
  /** What is said of the line below it. */
  readonly children?: ReactNode
}) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Picture url={product?.ImageUrl ?? null} />
      <div>
        {product || isLoading ? (
          <PageLink fz="sm" to="/products/$reference" params={{ reference }}>
            {product?.Name ?? reference}
          </PageLink>
        ) : (
          <Text size="sm">{reference}</Text>
        )}
        {product !== undefined && (
          <Text size="xs" c="dimmed">
            {reference}
          </Text>
        )}
        {children}
      </div>
    </Group>
  )
}
