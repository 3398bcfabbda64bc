/** The address of the editor of a new product whose reference is known. Pure. */
export function newProductAddress(reference: string): string {
  return `/console/products/new?reference=${encodeURIComponent(JSON.stringify(reference))}`
}
