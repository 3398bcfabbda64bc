/** Opens the packing slip of an order. */
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

export function PrintButton({ id }: { readonly id: number }) {
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      renderRoot={(props: object) => (
        <Link to="/orders/$id/packing-slip" params={{ id: String(id) }} {...props} />
      )}
    >
      Packing slip
    </Button>
  )
}
