/** Opens the packing slip of an order. */
import { IconPrinter } from '@tabler/icons-react'
import { PageButton } from '../../components/page/links.tsx'

export function PrintButton({ id }: { readonly id: number }) {
  return (
    <PageButton
      size="sm"
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      to="/orders/$id/packing-slip"
      params={{ id: String(id) }}
    >
      Packing slip
    </PageButton>
  )
}
