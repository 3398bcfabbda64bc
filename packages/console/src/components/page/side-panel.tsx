import { Drawer } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return.ts'

/** Texts have the size of forms. */
const SMALL = {
  '--text-fz': 'var(--mantine-font-size-sm)',
  '--text-lh': 'var(--mantine-line-height-sm)',
}

/** A panel at the right, in which a person does one thing with what the page shows. Esc closes it, and the focus returns. */
export function SidePanel({
  title,
  isOpen,
  onClose,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  useFocusReturn(isOpen)
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position="right"
      styles={{
        content: { borderInlineStart: '1px solid var(--mantine-color-default-border)' },
        header: { gap: 'var(--mantine-spacing-sm)' },
        body: SMALL as CSSProperties,
      }}
      // What the panel is about stays visible beside it.
      size="clamp(30rem, 40vw, 37.5rem)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // What was typed is not lost by a click beside the panel.
      closeOnClickOutside={false}
    >
      {children}
    </Drawer>
  )
}
