/** Reads the block `pages`. Each value of the style has a strict form: it becomes part of a style sheet. Pure. */
import type { ConfigProblem } from '../shared/errors.ts'
import { type Colour, contrast, parseColour } from './colours.ts'
import type { PageSettings, PageStyle } from './schema.ts'
import { type Look, type Palette, styleSheet } from './style.ts'
import { DEFAULT_TEXTS, type TextName, type Texts, valuesIn } from './texts.ts'

/** The pages: checked, complete, and ready to be sent. */
export interface Pages {
  readonly language: string
  readonly name: string | undefined
  readonly logo:
    | {
        readonly url: string
        /** The source for `img-src`. */
        readonly source: "'self'" | 'data:'
      }
    | undefined
  /** The style sheet. */
  readonly css: string
  readonly texts: Texts
}

/** WCAG 2.2, 1.4.3 Contrast (Minimum), level AA. */
const MIN_CONTRAST = 4.5

/** In light mode, and in dark mode. */
const DEFAULTS = {
  accent: ['#1f5fd0', '#1f5fd0'],
  background: ['#ffffff', '#16181d'],
  text: ['#1b1f24', '#e8eaed'],
} as const

/** A `data:` URL of this length loads with every page. */
const MAX_LOGO = 65_536

type Add = (path: string, message: string) => void

/** The block, complete; every problem is reported. */
export function readPages(
  { name, language = 'en', style = {}, texts = {} }: PageSettings = {},
  problems: ConfigProblem[],
): Pages {
  const add: Add = (path, message) => void problems.push({ path: `pages.${path}`, message })
  if (!isLanguage(language)) {
    add('language', `is ${JSON.stringify(language)}: use a tag such as en or pt-BR (BCP 47)`)
  }
  return {
    language,
    name,
    logo: readLogo(style, add),
    css: styleSheet(readLook(style, add)),
    texts: readTexts(texts, add),
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

function readLook(style: PageStyle, add: Add): Look {
  const [light, dark] = [readPalette(style, 0, add), readPalette(style, 1, add)]
  return { light, dark, font: readFont(style, add), radius: readRadius(style, add) }
}

/** @param mode 0 for light, 1 for dark */
function readPalette(style: PageStyle, mode: 0 | 1, add: Add): Palette {
  const modeName = mode === 0 ? 'light' : 'dark'
  const read = (name: keyof typeof DEFAULTS): Colour => {
    const setting = style[name] ?? DEFAULTS[name][mode]
    const written = typeof setting === 'string' ? setting : setting[modeName]
    const colour = parseColour(written)
    if (colour !== undefined) return colour
    // A single colour is for both modes, and its problem is named once.
    if (typeof setting !== 'string') add(`style.${name}.${modeName}`, problemOfColour(written))
    else if (mode === 0) add(`style.${name}`, problemOfColour(written))
    return parseColour(DEFAULTS[name][mode]) as Colour
  }
  const palette = { accent: read('accent'), background: read('background'), text: read('text') }
  const ratio = contrast(palette.text, palette.background)
  if (ratio < MIN_CONTRAST) {
    const path = style.text === undefined ? 'style.background' : 'style.text'
    add(
      path,
      `has a contrast of ${Math.floor(ratio * 10) / 10} between text and background in ${modeName} mode: at least ${MIN_CONTRAST} is needed to be legible; set both, each as { light, dark } if they differ`,
    )
  }
  return palette
}

function problemOfColour(written: string): string {
  return `is ${JSON.stringify(written)}: use #rgb or #rrggbb, such as "#1f5fd0" (with quotes in YAML)`
}

function readFont({ font = 'system-ui, sans-serif' }: PageStyle, add: Add): readonly string[] {
  const names = font.split(',').map((name) => name.trim())
  if (font.length <= 200 && names.every((name) => /^[a-z\d][a-z\d -]*$/i.test(name))) return names
  const form = 'use names of letters, digits, spaces and hyphens, separated by commas'
  add('style.font', `is ${JSON.stringify(font)}: ${form}`)
  return []
}

function readRadius({ radius = '0.5rem' }: PageStyle, add: Add): string {
  // Functions of CSS, such as min(), take no length without a unit.
  if (radius === '0') return '0px'
  if (/^\d{1,2}(\.\d{1,3})?(px|rem|em)$/.test(radius)) return radius
  add(
    'style.radius',
    `is ${JSON.stringify(radius)}: use 0, or a number below 100 with px, rem or em`,
  )
  return '0px'
}

function readLogo({ logoUrl: url }: PageStyle, add: Add): Pages['logo'] {
  if (url === undefined) return undefined
  // One slash: two, or one and a backslash, lead to another host.
  if (/^\/(?![/\\])[\w\-.~/%]*$/.test(url)) return { url, source: "'self'" }
  const isImage = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z\d+/]+={0,2}$/.test(url)
  if (isImage && url.length <= MAX_LOGO) return { url, source: 'data:' }
  const is = isImage ? `has ${url.length} characters, and ${MAX_LOGO} are allowed` : 'is neither'
  add(
    'style.logoUrl',
    `${is}: give a path of the application, such as /logo.svg, or a data: URL of a PNG, JPEG, GIF, WebP or SVG image in base64`,
  )
  return undefined
}

function readTexts(texts: NonNullable<PageSettings['texts']>, add: Add): Texts {
  for (const [name, text] of Object.entries(texts)) {
    const known = valuesIn(DEFAULT_TEXTS[name as TextName])
    const unknown = valuesIn(text).find((value) => !known.includes(value))
    if (unknown === undefined) continue
    const allowed = known.map((value) => `{${value}}`).join(' and ')
    add(`texts.${name}`, `has {${unknown}}: it can have ${allowed || 'no value in braces'}`)
  }
  return { ...DEFAULT_TEXTS, ...texts }
}
