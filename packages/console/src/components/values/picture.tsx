/** Pictures on the web, and what is shown if they cannot be loaded. */
import { Box, Image, type ImageProps } from '@mantine/core'
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

/** What is said of a picture that cannot be loaded. */
export const NOT_LOADED = 'The picture cannot be loaded'

/** A picture, or something else if it cannot be loaded. */
export function LoadedImage({
  address,
  alt,
  fallback,
  onBroken,
  ...look
}: Omit<ImageProps, 'src'> & {
  readonly address: string
  readonly alt: string
  readonly loading?: 'lazy'
  /** What is shown instead. */
  readonly fallback: ReactNode
  readonly onBroken?: () => void
}) {
  const [broken, setBroken] = useState<string>()
  if (broken === address) return fallback
  return (
    <Image
      key={address}
      src={address}
      alt={alt}
      fit="contain"
      referrerPolicy="no-referrer"
      onError={() => {
        setBroken(address)
        onBroken?.()
      }}
      {...look}
    />
  )
}

/** Translucent, so that it is also seen in a row under the pointer. */
const PLACE = 'color-mix(in srgb, currentcolor 8%, transparent)'

/** The picture of a product. The name stands beside it, so it has no text of its own. One that cannot be loaded is a sign that says so. */
export function Picture({
  url,
  size = 36,
}: {
  readonly url: string | null
  readonly size?: number
}) {
  return (
    <Box w={size} h={size} bg={PLACE} bdrs="sm" flex="none">
      {url === null ? (
        <Sign size={size}>
          <IconPhoto size={size / 2} aria-hidden />
        </Sign>
      ) : (
        <LoadedImage
          address={url}
          alt=""
          w={size}
          h={size}
          radius="sm"
          loading="lazy"
          fallback={
            <Sign size={size}>
              <IconPhotoOff size={size / 2} role="img" aria-label={NOT_LOADED}>
                <title>{NOT_LOADED}</title>
              </IconPhotoOff>
            </Sign>
          }
        />
      )}
    </Box>
  )
}

/** What is shown instead of a picture, in the middle of its place. */
function Sign({ size, children }: { readonly size: number; readonly children: ReactNode }) {
  return (
    <Box w={size} h={size} c="dimmed" style={{ display: 'grid', placeItems: 'center' }}>
      {children}
    </Box>
  )
}
