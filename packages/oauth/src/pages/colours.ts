/** Colours, and their contrast as WCAG 2.2 defines it. Pure. */

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

/** Reads `#rgb` or `#rrggbb`; undefined for all else. */
export function parseColour(text: string): Colour | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const long = digits.length === 6 ? digits : digits.replace(/./g, '$&$&')
  const part = (start: number) => Number.parseInt(long.slice(start, start + 2), 16)
  return [part(0), part(2), part(4)]
}

/** Writes `#rrggbb`. */
export function hexOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, definition of relative luminance: 0 for black, 1 for white. */
export function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, definition of contrast ratio: 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A share (0 to 1) of one colour, and the rest of another. */
export function mix(share: number, one: Colour, other: Colour): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(share * one[index] + (1 - share) * other[index])
  return [part(0), part(1), part(2)]
}
