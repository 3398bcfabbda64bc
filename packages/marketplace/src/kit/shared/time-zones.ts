/** Time zones by their names in the IANA database. Pure. */

// Neither abbreviations, of which PostgreSQL reads CET as an offset without summer time, nor offsets, whose sign it reads the other way round.
const NAME = /^UTC$|^[A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/

/** Whether a text names a time zone that the calendar of JavaScript knows, such as Europe/Amsterdam. */
export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
