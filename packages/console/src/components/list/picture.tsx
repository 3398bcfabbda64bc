/** The small picture of a product, in a row. */
import { Box, Image } from '@mantine/core'

const SIZE = 36

/** The name stands beside the picture, so it has no text of its own. A picture that cannot be loaded leaves its place empty. */
export function Picture({ url }: { readonly url: string | null }) {
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
