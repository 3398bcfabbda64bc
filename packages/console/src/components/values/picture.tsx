import { Box, Image } from '@mantine/core'

/**
 * The picture of a product. The name stands beside it, so it has no text of its own. A picture that cannot be loaded leaves its place
 * empty.
 */
export function Picture({
  url,
  size = 36,
}: {
  readonly url: string | null
  readonly size?: number
}) {
  return (
    <Box w={size} h={size} bg="var(--mantine-color-default-hover)" bdrs="sm" flex="none">
      {url !== null && (
        <Image
          src={url}
          alt=""
          w={size}
          h={size}
          radius="sm"
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
