/** What can be done with a row of a table. */
import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'

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
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${of}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
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
