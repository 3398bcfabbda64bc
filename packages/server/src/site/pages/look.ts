/**
 * The colours and sizes that all pages for people share: the hub's own, those of the sign-in plugin, the reference of the API and the console,
 * whose theme a test compares with these values. Each text has a contrast of at least 4.5 to 1 on its background (WCAG 2.2, 1.4.3).
 */

/** The values of one colour scheme. */
export interface Scheme {
  /** Buttons, with white text. */
  readonly accent: string
  /** Links, and the outline of what has the focus. */
  readonly link: string
  readonly background: string
  readonly text: string
  /** Texts of less importance. */
  readonly dimmed: string
  /** Borders. */
  readonly line: string
}

export const LIGHT: Scheme = {
  accent: '#0b5cad',
  link: '#0b5cad',
  background: '#ffffff',
  text: '#1b1f24',
  dimmed: '#495057',
  line: '#dee2e6',
}

export const DARK: Scheme = {
  accent: '#0f63bd',
  link: '#6ca8e6',
  background: '#242424',
  text: '#c9c9c9',
  dimmed: '#b8b8b8',
  line: '#424242',
}

/** Names of fonts that are installed: no page loads a font. */
export const FONT = 'system-ui, Segoe UI, Roboto, sans-serif'

/** Of the corners of buttons and boxes. */
export const RADIUS = '0.5rem'

/** The name of the product, which stands above each page. */
export const NAME = 'Entrepot'
