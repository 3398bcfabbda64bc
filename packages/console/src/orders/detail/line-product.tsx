/** The product of a line: picture, name and reference. */
import type { Output } from '@entrepot/client'
import { Box, Group, Image, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'

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

const SIZE = 36

/** The name stands beside the picture, so it has no text of its own. A picture that cannot be loaded leaves its place empty. */
function Picture({ url }: { readonly url: string | null }) {
  return (
    <Box w={SIZE} h={SIZE} bg="var(--mantine-color-default-hover)" bdrs="sm" flex="none">
      {url !== null && (
        <Image
          src={url}
          alt=""
          w={SIZE}
          h={SIZE}
          fit="contain"
          loading="lazy"
          referrerPolicy="no-referrer"
          fallbackSrc={NO_PICTURE}
        />
      )}
    </Box>
  )
}

/** A transparent point. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
