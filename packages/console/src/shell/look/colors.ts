/** The colours of the console. A test computes the contrast of what stands on what. */
import type { MantineColorsTuple } from '@mantine/core'

/** The accent, petrol, in Mantine's ten shades. The shades 8 and 7 are those of the other pages of the hub. */
export const ACCENT: MantineColorsTuple = [
  '#e6f3f4',
  '#cfe6e8',
  '#a3d2d5',
  '#79c3c7',
  '#52adb3',
  '#2f98a0',
  '#1b8a93',
  '#12808a',
  '#0e6a73',
  '#0b565e',
]

/** Greys with a little of the accent: backgrounds, lines and texts of the light theme. */
export const GRAY: MantineColorsTuple = [
  '#f5f8f8',
  '#eef3f3',
  '#e6ecec',
  '#dde4e6',
  '#c3ced1',
  '#a4b1b5',
  '#7f8d92',
  '#55626a',
  '#37434a',
  '#1f282c',
]

/** The same for the dark theme, from the texts to the rail. */
export const DARK: MantineColorsTuple = [
  '#e3e8e9',
  '#aab5b9',
  '#8b989d',
  '#4a565b',
  '#323b3f',
  '#262e31',
  '#1b2022',
  '#15191b',
  '#101415',
  '#0b0e0f',
]

/** What differs between the themes, as variables of CSS. */
export interface Tokens {
  /** The mark. */
  readonly mark: string
  /** The background of the navigation, and the page that is chosen in it. */
  readonly rail: string
  readonly railChosen: string
  /** The links and the page that is chosen. */
  readonly link: string
  readonly dimmed: string
  readonly placeholder: string
  /** The borders of fields and boxes, switches that are off, and arrows of selects and headings (WCAG 2.2, 1.4.11). */
  readonly control: string
  /** What failed, and what is late. */
  readonly error: string
  /** A change for the better. */
  readonly better: string
  /** The series of charts, in their order. */
  readonly charts: readonly [string, string, string, string, string]
}

export const LIGHT_TOKENS: Tokens = {
  mark: '#0e6a73',
  rail: '#eef3f3',
  railChosen: '#d6e7e8',
  link: '#0b565e',
  dimmed: '#55626a',
  placeholder: '#5f6c73',
  control: '#7f8d92',
  error: '#b3261e',
  better: '#17703f',
  charts: ['#12808a', '#c2620e', '#7a5bd0', '#2f6fd6', '#77838a'],
}

export const DARK_TOKENS: Tokens = {
  mark: '#52adb3',
  rail: '#101415',
  railChosen: '#1d2f32',
  link: '#79c3c7',
  dimmed: '#aab5b9',
  placeholder: '#93a0a5',
  control: '#6d797e',
  error: '#ff9d94',
  better: '#63d69b',
  charts: ['#3aa6ad', '#e58f3f', '#a78ff0', '#6fa2f5', '#8f9ba1'],
}
