/** The pictures of a product: the main one is a field, and the others are names in its extra data. Pure. */

/** The most pictures of a product. */
export const MAX_PICTURES = 10

/** The names of the further pictures in the extra data, in their order. */
export const PICTURE_NAMES = Array.from(
  { length: MAX_PICTURES - 1 },
  (_, index) => `ImageUrl${index + 2}`,
)

/** What has pictures. */
export interface Pictured {
  readonly ImageUrl: string | null
  readonly ExtraData: Readonly<Record<string, string>> | null
}

/**
 * The addresses of the pictures, the main one first.
 *
 * @example picturesOf({ ImageUrl: 'https://a', ExtraData: { ImageUrl2: 'https://b' } }) // ['https://a', 'https://b']
 */
export function picturesOf({ ImageUrl, ExtraData }: Pictured): readonly string[] {
  return [ImageUrl, ...PICTURE_NAMES.map((name) => ExtraData?.[name])].filter(
    (address): address is string => !!address,
  )
}

/** The extra data without the pictures. */
export function withoutPictures(data: Pictured['ExtraData']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(data ?? {}).filter(([name]) => !PICTURE_NAMES.includes(name)),
  )
}

/** Pictures as they are stored. Gaps are closed. */
export function storedPictures(addresses: readonly string[]): {
  readonly main: string | null
  readonly others: Readonly<Record<string, string>>
} {
  const [main = null, ...others] = addresses
    .map((address) => address.trim())
    .filter((address) => address !== '')
  return {
    main,
    others: Object.fromEntries(
      others.flatMap((address, index) => {
        const name = PICTURE_NAMES[index]
        return name === undefined ? [] : [[name, address]]
      }),
    ),
  }
}
