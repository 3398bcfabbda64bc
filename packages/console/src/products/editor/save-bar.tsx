/** The buttons of a form that is as long as its page. They stay in sight. */
import { Button, Group, Paper } from '@mantine/core'
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
    <Paper
      withBorder
      p="sm"
      mt="md"
      pos="sticky"
      bottom="var(--app-shell-footer-offset, 0px)"
      style={{ zIndex: 2 }}
    >
      <Group gap="sm">
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
      </Group>
    </Paper>
  )
}
