/** Which rows of the list are selected. Another filter or another page has a selection of its own. */
import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { useKeptSelection } from '../../components/list/kept-rows.ts'
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

export function useProductSelection(
  search: ProductsSearch,
  rows: readonly FamilyRow[],
): ProductSelection {
  const place = `products ${JSON.stringify([filterOf(search), search.cursor])}`
  const [selected, setSelected] = useKeptSelection(place)
  const [allOf, setAllOf] = useState<string>()
  const select = (next: RowSelectionState, isAll = false) => {
    setSelected(next)
    setAllOf(isAll ? place : undefined)
  }
  const products = rows
    .map(({ product }) => product)
    .filter(({ MerchantProductReference: reference }) => selected[reference])
  return {
    products,
    isAll: allOf === place,
    onAll: () => select(everyRow(rows), true),
    onClear: () => select({}),
    ofTable: { selected, onChange: select },
  }
}

const everyRow = (rows: readonly FamilyRow[]): RowSelectionState =>
  Object.fromEntries(rows.map(({ product }) => [product.MerchantProductReference, true]))
