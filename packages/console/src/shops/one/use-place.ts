import { getRouteApi } from '@tanstack/react-router'
import type { ConnectionPanel } from '../search.ts'

const route = getRouteApi('/shops/$id')

/** Opens and closes panels beside the tab, the filter and the page of the list that are shown. */
export function usePlace() {
  const { panel: _, request: __, run: ___, ...place } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    open: (panel: ConnectionPanel, request?: number) =>
      void navigate({
        search: { ...place, panel, ...(request !== undefined && { request }) },
        resetScroll: false,
      }),
    close: () => void navigate({ search: place, resetScroll: false }),
  }
}
