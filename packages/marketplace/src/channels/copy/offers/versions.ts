/** The versions of offers: price and stock, as JSON. Pure. */

/** The price in a version. Null if the version has none. */
export function priceOf(version: string | null): number | null {
  return read(version)[0]
}

/** The stock in a version. 0 if the version has none. */
export function stockOf(version: string | null): number {
  return read(version)[1]
}

/** Other versions say that the channel has no offer. */
function read(version: string | null): readonly [number | null, number] {
  return version?.startsWith('[') ? JSON.parse(version) : [null, 0]
}
