/** Texts of shops, as the hub takes them. */

/** A text of a shop in one line, without characters that cannot be shown. */
export function toLine(text: string, maxLength: number): string {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
  return line.toWellFormed().slice(0, maxLength).toWellFormed()
}

/** The address of a page, if it is one that a browser opens. */
export function toUrl(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text)
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 2_000
  return isPage && url.username === '' && url.password === '' ? url.href : null
}
