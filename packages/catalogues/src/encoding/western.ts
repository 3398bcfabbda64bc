/** Whether text that was decoded as Windows-1252 can be text of western Europe. Pure functions. */

/** The letters beyond ASCII of the languages that are written in Windows-1252. */
const ALPHABETS = [
  'äöüß', // German
  'àâæçéèêëîïôœùûüÿ', // French
  'áéíñóúü', // Spanish
  'áâãàçéêíóôõúü', // Portuguese
  'àèéìíîòóùú', // Italian
  'áéíóúàèëïöüêç', // Dutch, Catalan and Irish
  'æøåäöéèêòôâ', // Danish, Norwegian, Swedish and Finnish
  'áðéíóúýþæö', // Icelandic
].map((letters) => new Set(letters))

/** The share of letters beyond ASCII that one language must explain; the others may be names of another one. */
const SHARE = 0.8

// Letters of Cyrillic, Greek, Hebrew, Arabic and East Asian files become runs of these.
const RUN = /[À-ÖØ-öø-ÿ]{3}|[À-ÖØ-Ý][à-öø-ÿ]{2}/
// A mark inside of a word, such as ³ and ¹, which are ł and ą of Windows-1250.
const MARK_IN_WORD = /\p{L}[¡-©«-¶¸¹»-¿×÷‚ƒ„…†‡ˆ‰‹“”•˜›]\p{Ll}/u
// ª and º stand behind a number or a word. Other marks do not follow each other.
const MISPLACED = /[ªº]\p{L}|[¢-©¬®-¹¼-¾×÷]{2}/u
// Positions without a character, and the currency sign, which is € of ISO 8859-15.
const NEVER = /[\u0080-\u009f¤]/

/**
 * Whether a text has only letters that a language of western Europe has, as words of that language do.
 *
 * @example
 * isWestern('Größe') // true
 * isWestern('×àøêà êðàñíàÿ') // false: Russian in Windows-1251
 */
export function isWestern(text: string): boolean {
  if ([NEVER, RUN, MARK_IN_WORD, MISPLACED].some((sign) => sign.test(text))) return false
  const letters = text.toLowerCase().match(/[à-öø-ÿœšž]/g) ?? []
  if (letters.length === 0) return true
  const best = ALPHABETS.map((alphabet) => letters.filter((letter) => alphabet.has(letter)).length)
  return Math.max(...best) >= letters.length * SHARE
}
