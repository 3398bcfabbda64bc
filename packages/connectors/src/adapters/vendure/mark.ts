/** Marks of the hub in texts of the shop: what is written with one is recognized when it is read, and after a crash. */

const MARK = /\bentrepot:[^\s\])]+/

/** A text for people, followed by the mark. */
export function withMark(text: string, mark: string): string {
  return `${text} [${mark}]`.trim()
}

/** Whether a text has any mark of a hub. */
export function hasMark(text: string | null | undefined): boolean {
  return MARK.test(text ?? '')
}

/** Whether a text has this mark. One mark may be the beginning of another. */
export function isMarked(text: string | null | undefined, mark: string): boolean {
  return text?.includes(`[${mark}]`) === true
}
