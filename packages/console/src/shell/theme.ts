/** The look of the console: Mantine's scales, one accent colour, the fonts of the system. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent of the hub's pages, in Mantine's ten shades. */
const ACCENT: MantineColorsTuple = [
  '#e8f3fd',
  '#d0e3f6',
  '#a0c6ee',
  '#6ca8e6',
  '#438edf',
  '#2b7edb',
  '#1c74d6',
  '#0f63bd',
  '#0b5cad',
  '#004c93',
]

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: ACCENT },
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  black: '#1b1f24',
  fontFamily: 'system-ui, Segoe UI, Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close the message' } } },
    // Its colour as text has too little contrast for yellow.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
})

/** Greys, links and failures with a contrast of at least 4.5 to 1 on every background (WCAG 2.2, 1.4.3), which those of Mantine do not have. */
export const accessibleColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#6b727a',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': '#9a9a9a',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-accent-3)',
  },
})
