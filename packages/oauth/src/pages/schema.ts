/** The block `pages` of the options, as a file can hold it (`docs/pages.md`). */
import { type Static, type TString, Type } from 'typebox'
import { CLOSED, Settings, Text } from '../shared/schema-parts.ts'
import { DEFAULT_TEXTS, type TextName } from './texts.ts'

const Colour = (description: string) =>
  Type.Union(
    [
      Type.String({ minLength: 1 }),
      Type.Object(
        { light: Text('In light mode.'), dark: Text('In dark mode.') },
        { ...CLOSED, description: 'One colour for each mode.' },
      ),
    ],
    { description },
  )

/** `pages.style`. */
export const PageStyle = Settings('Colours, font and logo. See below.', {
  accent: Colour('The main buttons, and the boxes that are ticked. Default #1f5fd0.'),
  background: Colour('Default #ffffff in light mode, and #16181d in dark mode.'),
  text: Colour('Default #1b1f24 in light mode, and #e8eaed in dark mode.'),
  font: Text('Names of installed fonts, separated by commas. Default system-ui, sans-serif.'),
  radius: Text('Of corners: a number with px, rem or em, or 0. Default 0.5rem.'),
  logoUrl: Text(
    'The logo: a path of the application, or a data: URL of an image in base64, at most 64 KB.',
  ),
})

/** `pages.style`, as written. */
export type PageStyle = Static<typeof PageStyle>

const TextSettings = Object.fromEntries(
  Object.entries(DEFAULT_TEXTS).map(([name, text]) => [
    name,
    Type.String({ minLength: 1, maxLength: 500, description: text }),
  ]),
) as Record<TextName, TString>

/** `pages.texts`. */
export const PageTexts = Settings('Texts instead of the defaults. See below.', TextSettings)

/** The block `pages`. */
export const PageSettings = Settings('How the pages look, and what they say: see docs/pages.md.', {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The name of your product: stands above each page, or describes the logo.',
  }),
  language: Text('The language of the texts (BCP 47). Default en.'),
  style: PageStyle,
  texts: PageTexts,
})

/** The block `pages`, as written. */
export type PageSettings = Static<typeof PageSettings>
