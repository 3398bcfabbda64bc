/** The buttons of the forms of a product. */
import { Button } from '@mantine/core'
import { StickyBar } from '../../components/form/sticky-bar.tsx'
import { PageButton } from '../../components/page/links.tsx'

export function SaveBar({
  submit,
  isPending,
  isBlocked,
  reference,
}: {
  readonly submit: string
  readonly isPending: boolean
  readonly isBlocked: boolean
  /** The product whose page shows it without the form; the list without one. */
  readonly reference?: string
}) {
  return (
    <StickyBar>
      <Button type="submit" loading={isPending} disabled={isBlocked}>
        {submit}
      </Button>
      {reference === undefined ? (
        <PageButton variant="default" to="/products">
          Cancel
        </PageButton>
      ) : (
        <PageButton variant="default" to="/products/$reference" params={{ reference }}>
          Cancel
        </PageButton>
      )}
    </StickyBar>
  )
}
