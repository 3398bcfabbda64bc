/** What can be done with a row of a table, or with a page besides its buttons. */
import { ActionIcon, Box, Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** One thing that can be done. */
export interface RowAction {
  readonly label: string
  readonly isDangerous?: boolean
  readonly onClick: () => void
}

/** The header of a column with menus, for screen readers. */
export const actionsHeader = () => <VisuallyHidden>Actions</VisuallyHidden>

export function RowMenu({
  of,
  actions,
}: {
  /** What the row is, for screen readers. */
  readonly of: string
  readonly actions: readonly RowAction[]
}) {
  return (
    <ActionMenu actions={actions}>
      <ActionIcon
        variant="subtle"
        color="gray"
        display="flex"
        ml={{ md: 'auto' }}
        aria-label={`Actions of ${of}`}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </ActionMenu>
  )
}

/** What is rarely done, behind the buttons of what is done often. Nothing without such actions. */
export function MoreMenu({
  actions,
  size = 'sm',
}: {
  readonly actions: readonly RowAction[]
  readonly size?: 'xs' | 'sm'
}) {
  return (
    <ActionMenu actions={actions}>
      <Button size={size} variant="default">
        More
        <Box component="span" visibleFrom="sm" display="inline-flex" ml={6}>
          <IconChevronDown size={14} aria-hidden />
        </Box>
      </Button>
    </ActionMenu>
  )
}

function ActionMenu({
  actions,
  children,
}: {
  readonly actions: readonly RowAction[]
  readonly children: ReactElement
}) {
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, isDangerous, onClick }) => (
          <Menu.Item key={label} onClick={onClick} {...(isDangerous && { color: 'red' })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
