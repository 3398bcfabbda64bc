/** The look of the console: Mantine's components with our accent, greys, font and sizes (docs/decisions/0046-look-of-the-console.md). */
import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { ACCENT, DARK, DARK_TOKENS, GRAY, LIGHT_TOKENS, type Tokens } from './colors.ts'

/** Milliseconds that panels and menus move; none for people who want reduced motion. */
const MOTION = { transitionProps: { duration: 140 } } as const

/** What lies under a panel stays visible. */
const VEIL = { overlayProps: { backgroundOpacity: 0.16, color: '#0b2a2e' } } as const

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: ACCENT, gray: GRAY, dark: DARK },
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  black: '#1b2326',
  fontFamily: 'Inter Variable, Inter, system-ui, Segoe UI, Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.25', sm: '1.4', md: '1.5', lg: '1.4', xl: '1.3' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.3' },
      h2: { fontSize: '1.75rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
      h5: { fontSize: '1rem', lineHeight: '1.5' },
      h6: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  // Up to 768 px, as in the style sheets, rows are cards.
  breakpoints: { sm: '48.01em' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close the message' } } },
    // Elements without a role must not have a name (WAI-ARIA 1.2, section 5.2.8.6).
    Loader: { defaultProps: { role: 'img' } },
    // A number or one word: what stands beside it gives way.
    Badge: { styles: { root: { flexShrink: 0 } } },
    // Its colour as text has too little contrast for yellow.
    Alert: {
      defaultProps: { variant: 'light' },
      styles: { title: { color: 'var(--mantine-color-text)' } },
    },
    // Browsers give it a margin, so that it is narrower than the fields above it.
    Fieldset: { styles: { root: { marginInline: 0 } } },
    Drawer: { defaultProps: { ...MOTION, ...VEIL } },
    Modal: { defaultProps: { ...MOTION, ...VEIL } },
    Menu: { defaultProps: MOTION },
    Popover: { defaultProps: MOTION },
    // One line where it fits, and never wider than a phone with a scroll bar.
    Tooltip: { defaultProps: { multiline: true, w: 'max-content', maw: 'calc(100vw - 2.5rem)' } },
    // On a phone, they scroll instead of taking a second line.
    Tabs: {
      styles: {
        list: { flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' },
        // Those of the orders fit on a tablet.
        tab: { flexShrink: 0, paddingInline: 'clamp(0.5rem, 1.3vw, 1rem)' },
        tabSection: { flexShrink: 0 },
      },
    },
  },
})

const variablesOf = ({ charts, ...tokens }: Tokens) => ({
  '--mark': tokens.mark,
  '--rail': tokens.rail,
  '--rail-chosen': tokens.railChosen,
  '--better': tokens.better,
  '--control': tokens.control,
  '--combobox-chevron-color': tokens.control,
  '--mantine-color-anchor': tokens.link,
  '--mantine-color-dimmed': tokens.dimmed,
  '--mantine-color-placeholder': tokens.placeholder,
  '--mantine-color-error': tokens.error,
  ...Object.fromEntries(charts.map((color, index) => [`--chart-${index + 1}`, color])),
})

/** The variables of the themes. Those of Mantine have too little contrast (WCAG 2.2, 1.4.3). */
export const tokenVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...variablesOf(LIGHT_TOKENS),
    '--card': 'var(--mantine-color-white)',
    '--mantine-color-default-border': GRAY[3],
    '--mantine-color-disabled-color': GRAY[7],
  },
  dark: {
    ...variablesOf(DARK_TOKENS),
    '--card': DARK[6],
    // Those of Mantine are the colour of cards.
    '--mantine-color-disabled': DARK[5],
    '--mantine-color-disabled-color': DARK[2],
    // Those of Mantine are almost white, so that buttons without a border look like text.
    '--mantine-color-accent-light-color': DARK_TOKENS.link,
    '--mantine-color-red-light-color': DARK_TOKENS.error,
  },
})
