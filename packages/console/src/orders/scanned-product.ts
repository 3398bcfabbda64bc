import type { Output } from '@entrepot/client'

type Product = Output<'listProducts'>[number]

/** The reference of the only product for sale that has exactly this EAN or reference. Undefined if there is none, or several. Pure. */
export function scannedProduct(
  found: readonly Pick<Product, 'MerchantProductReference' | 'Ean' | 'Children'>[],
  code: string,
): string | undefined {
  const exact = found.filter(
    ({ MerchantProductReference: reference, Ean, Children }) =>
      (reference === code || Ean === code) && Children.length === 0,
  )
  const references = new Set(exact.map(({ MerchantProductReference }) => MerchantProductReference))
  return references.size === 1 ? [...references][0] : undefined
}
