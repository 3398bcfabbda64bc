import { randomInt } from 'node:crypto'

/** Letters and digits that are not mistaken for others. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Eight characters that can be read out on the telephone. They stand on the page and in the line of the log. */
export function newReference(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
