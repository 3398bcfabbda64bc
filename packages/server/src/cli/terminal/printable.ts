/** Text of files and of the database that is shown on a terminal, which it must not control. Pure. */

// C0 but tabs and line ends, DEL, and C1, of which U+009B begins a sequence as ESC [ does.
const CONTROLS = /[^\P{Cc}\n\t]+/gu
const LINE_CONTROLS = /\p{Cc}+/gu

/**
 * Replaces control characters by blanks, so that a text neither moves the cursor nor sets colours or titles.
 *
 * @example
 * toPrintable('Mug\u001b[2J') // 'Mug [2J'
 */
export function toPrintable(text: string): string {
  return text.replace(LINE_CONTROLS, ' ')
}

/** As {@link toPrintable}, for texts of several lines. */
export function toPrintableLines(text: string): string {
  return text.replace(CONTROLS, ' ')
}

/** JSON in which control characters are escaped, also those that JSON allows: DEL and C1. */
export function toPrintableJson(value: unknown): string {
  return JSON.stringify(value).replace(LINE_CONTROLS, (some) =>
    [...some].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )
}
