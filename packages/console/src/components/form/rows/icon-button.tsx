/** A button that is a picture, with its name for screen readers. */
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { IconTrash } from '@tabler/icons-react'

export function IconButton({
  icon: Icon,
  label,
  ...look
}: Omit<ActionIconProps, 'children'> & {
  readonly icon: typeof IconTrash
  readonly label: string
  readonly 'aria-expanded'?: boolean
  readonly onClick: () => void
}) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...look}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
