/** The initials of a person whose name, or else e-mail address, is known. Pure. */

/** @example initialsOf('Ann Archer') // 'AA'; of ann.archer@example.com, too */
export function initialsOf(label: string): string {
  const [name = ''] = label.split('@')
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '', ...others] = words
  return [first, others.at(-1) ?? '']
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
