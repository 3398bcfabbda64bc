/** The style sheet of the pages. Pure. */
import { type Colour, contrast, hexOf, luminance, mix } from './colours.ts'

/** The colours of one mode; text on background is legible. */
export interface Palette {
  readonly accent: Colour
  readonly background: Colour
  readonly text: Colour
}

/** What the style sheet is made of: values whose form has been checked. */
export interface Look {
  readonly light: Palette
  readonly dark: Palette
  /** Names of fonts. */
  readonly font: readonly string[]
  /** A CSS length. */
  readonly radius: string
}

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]

/** Keywords of CSS Fonts Level 4, section 2.1.3: with quotes they would be names of fonts. */
const GENERIC = /^(system-ui|ui-(sans-serif|serif|monospace|rounded)|sans-serif|serif|monospace)$/

/** Writes the style sheet. */
export function styleSheet({ light, dark, font, radius }: Look): string {
  const families = font.map((name) => (GENERIC.test(name) ? name : `"${name}"`)).join(', ')
  return `
  :root { --font: ${families}; --radius: ${radius}; ${variablesOf(light)} }
  @media (prefers-color-scheme: dark) { :root { ${variablesOf(dark)} } }
${RULES}`
}

/** The variables of a mode. Those that are derived stay legible: WCAG 2.2, 1.4.3 for texts, and 1.4.11 for borders of controls. */
function variablesOf({ accent, background, text }: Palette): string {
  const derive = (shares: readonly number[], on: readonly Colour[], least: number) =>
    shares
      .map((share) => mix(share, text, background))
      .find((one) => on.every((other) => contrast(one, other) >= least)) ?? text
  const tinted = mix(0.05, text, background)
  const surface = contrast(text, tinted) >= 4.5 ? tinted : background
  const colours = {
    accent,
    'on-accent': contrast(WHITE, accent) >= contrast(BLACK, accent) ? WHITE : BLACK,
    background,
    surface,
    text,
    muted: derive([0.7, 0.8, 0.9], [background, surface], 4.5),
    control: derive([0.45, 0.6, 0.75], [background, surface], 3),
    line: mix(0.18, text, background),
  }
  const written = Object.entries(colours).map(([name, one]) => `--${name}: ${hexOf(one)}`)
  const scheme = luminance(background) > luminance(text) ? 'light' : 'dark'
  return [`color-scheme: ${scheme}`, ...written].join('; ')
}

const RULES = `
  * { box-sizing: border-box }
  body { font: 1rem/1.5 var(--font); margin: 0; color: var(--text); background: var(--background); overflow-wrap: anywhere }
  header { display: flex; align-items: center; min-height: 3.5rem; padding: 0 1rem; border-bottom: 1px solid var(--line); font-weight: 700 }
  main { max-width: 36rem; margin: 0 auto; padding: 0 1rem }
  header img { display: block; max-width: 100%; max-height: 2.5rem }
  main { padding-top: 1.25rem; padding-bottom: 2rem }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem }
  p { margin: 0 0 1rem }
  a { color: inherit }
  strong, bdi { unicode-bidi: isolate }
  ul { margin: 0 0 1rem; padding-inline-start: 1.25rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.25rem; margin: 0 0 1rem; padding: .9rem 1rem;
    background: var(--surface); border-radius: min(var(--radius), .75rem) }
  dt, small { color: var(--muted) }
  dd { margin: 0 }
  small { font-size: .875rem }
  .account { padding-top: .25rem }
  .warning { border-inline-start: .3rem solid #d08000; padding: .1rem 0 .1rem .9rem }
  fieldset { border: 1px solid var(--line); border-radius: min(var(--radius), .75rem); margin: 0 0 1rem; padding: .25rem 1rem .5rem; min-width: 0 }
  legend { font-weight: 600; padding: 0 .4rem; margin-inline-start: -.4rem }
  label { display: grid; grid-template-columns: auto 1fr; gap: .75rem; align-items: start; padding: .5rem 0 }
  label + label { border-top: 1px solid var(--line) }
  label small { display: block }
  input { accent-color: var(--accent); width: 1.25rem; height: 1.25rem; margin: .125rem 0 0 }
  .code { display: block; width: 100%; max-width: 16rem; height: auto; padding: .5rem .75rem; font: 1.25rem monospace;
    letter-spacing: .1em; text-transform: uppercase; color: var(--text); background: var(--background);
    border: 1px solid var(--control); border-radius: var(--radius) }
  p label { display: block }
  .buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
  .choices { flex-direction: column }
  button, .button { font: inherit; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: var(--radius);
    border: 1px solid var(--control); color: var(--text); background: var(--background); cursor: pointer }
  .button { display: inline-block; text-decoration: none }
  .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
  .link { min-height: 1.5rem; border: 0; padding: 0 .25rem; background: none; text-decoration: underline }
  button:hover, .button:hover { text-decoration: underline }
  :focus-visible { outline: 3px solid var(--text); outline-offset: 2px }
  @media (min-width: 40rem) {
    main { padding-top: 3rem; padding-bottom: 3rem }
  }
  @media (max-width: 30rem) {
    .buttons { flex-direction: column }
    dl { grid-template-columns: 1fr; gap: 0 }
    dd + dt { margin-top: .6rem }
  }
`
