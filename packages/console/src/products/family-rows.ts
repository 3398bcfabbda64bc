/** The rows of the list: products, and below an open family its variants. */
import { useQueries } from '@tanstack/react-query'
import { useSession } from '../hub/session.tsx'
import { type Product, variantsQuery } from './queries.ts'

/** A row of the list. */
export interface FamilyRow {
  readonly product: Product
  /** Whether it stands below its parent. */
  readonly isVariant: boolean
  /** Whether its variants are shown, or about to be; undefined if it has none that could be. */
  readonly family?: 'open' | 'loading' | 'closed'
  readonly onToggle: () => void
}

/** What {@link useFamilyRows} returns. */
export interface FamilyRows {
  readonly rows: readonly FamilyRow[]
  /** Why variants are missing. */
  readonly error: unknown
  retry(): void
}

/**
 * Adds the variants of open families.
 *
 * @param isTree whether the list has families; otherwise it has the single products that a filter has found
 */
export function useFamilyRows(
  products: readonly Product[],
  isTree: boolean,
  open: readonly string[],
  onOpen: (open: readonly string[]) => void,
): FamilyRows {
  const session = useSession()
  const parents = isTree
    ? products.filter((one) => one.Children.length > 0).map((one) => one.MerchantProductReference)
    : []
  const shown = parents.filter((reference) => open.includes(reference))
  const answers = useQueries({ queries: shown.map((parent) => variantsQuery(session, parent)) })
  const failed = answers.filter(({ error, data }) => error !== null && data === undefined)
  const rows = products.flatMap((product): FamilyRow[] => {
    const reference = product.MerchantProductReference
    const index = shown.indexOf(reference)
    const isOpen = index >= 0
    const onToggle = () =>
      onOpen(isOpen ? open.filter((one) => one !== reference) : [...open, reference])
    const variants = isOpen ? answers[index]?.data : undefined
    const loading = answers[index]?.isPending ? 'loading' : 'open'
    const row = { product, isVariant: false, onToggle }
    if (!parents.includes(reference)) return [row]
    return [
      { ...row, family: isOpen ? loading : 'closed' },
      ...(variants ?? []).map((variant) => ({ product: variant, isVariant: true, onToggle })),
    ]
  })
  return {
    rows,
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map(async (answer) => await answer.refetch())),
  }
}
