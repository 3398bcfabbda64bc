import { Dot } from '../components/values/dot.tsx'
import type { Product } from './queries.ts'

/** Whether a product is for sale. */
export function ProductState({ product }: { readonly product: Pick<Product, 'IsActive'> }) {
  return (
    <Dot color={product.IsActive ? 'green' : 'gray'}>
      {product.IsActive ? 'Active' : 'Inactive'}
    </Dot>
  )
}
