/** Which rows of the list are selected. Another filter or another page begins without a selection. */
import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import type { FamilyRow } from '../family-rows.ts'
import type { Product } from '../queries.ts'
import { filterOf, type ProductsSearch } from '../search.ts'

/** What is selected, and how that changes. */
export interface ProductSelection {
  readonly products: readonly Product[]
  /** Whether all products of the filter are selected, and not only these. */
  readonly isAll: boolean
  readonly onAll: () => void
  readonly onClear: () => void
  readonly ofTable: {
    readonly selected: RowSelectionState
    readonly onChange: (selected: RowSelectionState) => void
  }
}

const NOTHING: RowSelectionState = {}

export function useProductSelection(
  search: ProductsSearch,
  rows: readonly FamilyRow[],
): ProductSelection {
  const place = JSON.stringify([filterOf(search), search.cursor])
  const [state, setState] = useState({ place, selected: NOTHING, isAll: false })
  const isHere = state.place === place
  const selected = isHere ? state.selected : NOTHING
  const products = rows
    .map(({ product }) => product)
    .filter(({ MerchantProductReference: reference }) => selected[reference])
  return {
    products,
    isAll: isHere && state.isAll,
    onAll: () => setState({ place, selected: allOf(rows), isAll: true }),
    onClear: () => setState({ place, selected: NOTHING, isAll: false }),
    ofTable: { selected, onChange: (next) => setState({ place, selected: next, isAll: false }) },
  }
}

const allOf = (rows: readonly FamilyRow[]): RowSelectionState =>
  Object.fromEntries(rows.map(({ product }) => [product.MerchantProductReference, true]))
