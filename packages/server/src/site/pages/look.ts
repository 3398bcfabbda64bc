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
  /** What is wrong, or deletes. */
  readonly error: string
  /** Borders. */
  readonly line: string
}

export const LIGHT: Scheme = {
  accent: '#0e6a73',
  link: '#0b565e',
  background: '#ffffff',
  text: '#1b2326',
  dimmed: '#55626a',
  error: '#b3261e',
  line: '#dde4e6',
}

export const DARK: Scheme = {
  accent: '#12808a',
  link: '#79c3c7',
  background: '#15191b',
  text: '#e3e8e9',
  dimmed: '#aab5b9',
  error: '#ff9d94',
  line: '#323b3f',
}

/** Names of fonts. Only the console loads the first one; the other pages show it where it is installed. */
export const FONT = 'Inter Variable, Inter, system-ui, Segoe UI, Roboto, sans-serif'

/** Of the corners of buttons and boxes. */
export const RADIUS = '0.5rem'

/** The name of the product, which stands above each page. */
export const NAME = 'Entrepot'

/** The mark, a warehouse that is an E, and the name: paths in a box of 122 by 32. A test compares the drawings of the console. */
const MARK = 'M5 28V11.5L16 4l11 7.5V14H12v3.5h11V21H12v3.5h15V28z'
const WORDMARK =
  'M43.2 9.15h-8.05v13.7h8.2m-8.2-7.05h7.2M47.9 24V13m0 5.3c0-2.6 1.5-4.2 3.9-4.2s3.8 1.5 3.8 4.2V24m5-14.2v10.4c0 1.8.8 2.65 2.4 2.65h1.7m-6.8-8.7h6.6M68.6 24V13m0 5.6c0-2.8 1.5-4.45 4.5-4.45M75.5 18.5h8.9a4.45 4.45 0 1 0-1.5 3.3M89 28.4V13m8.9 5.5a4.45 4.45 0 1 1-8.9 0a4.45 4.45 0 1 1 8.9 0zm12.6 0a4.45 4.45 0 1 1-8.9 0a4.45 4.45 0 1 1 8.9 0zm4.9-8.7v10.4c0 1.8.8 2.65 2.4 2.65h1.7m-6.8-8.7h6.6'

/** The mark and the name as an image, for the top of a page. Its colours are those of the page: `--accent`, `--link` or the text. */
export const BRAND = `<svg width="107" height="28" viewBox="0 0 122 32" role="img" aria-label="${NAME}"><path fill="var(--link, currentColor)" d="${MARK}"/><path fill="none" stroke="currentColor" stroke-width="2.3" stroke-linejoin="round" d="${WORDMARK}"/></svg>`

/** The same in the colours of the light and of the dark mode, as a URL for pages that show an image. */
export const BRAND_URL: string = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 122 32" height="28"><style>.a{fill:${LIGHT.link}}.b{fill:none;stroke:${LIGHT.text};stroke-width:2.3;stroke-linejoin:round}@media(prefers-color-scheme:dark){.a{fill:${DARK.link}}.b{stroke:${DARK.text}}}</style><path class="a" d="${MARK}"/><path class="b" d="${WORDMARK}"/></svg>`,
).toString('base64')}`
