/** The language in which a person reads numbers and dates. It is kept in the browser. */

const KEY = 'entrepot-language'

/** The chosen language as a tag of BCP 47; undefined for that of the browser. */
export function languageOfNumbers(): string | undefined {
  try {
    const chosen = localStorage.getItem(KEY)
    return chosen && Intl.NumberFormat.supportedLocalesOf(chosen).length > 0 ? chosen : undefined
  } catch {
    // A browser can refuse the storage, and a stored text can be no tag.
    return undefined
  }
}

/** Creates each format once: creating one takes 50 us, and a list shows hundreds of values. */
function once<Options extends object, Format>(
  create: (language: string | undefined, options: Options) => Format,
): (options: Options) => Format {
  const created = new Map<string, Format>()
  return (options) => {
    const language = languageOfNumbers()
    const key = JSON.stringify([language, options])
    const format = created.get(key) ?? create(language, options)
    created.set(key, format)
    return format
  }
}

/** How numbers are written in the chosen language. */
export const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (language, options) => new Intl.NumberFormat(language, options),
)

/** How days and times are written in the chosen language. */
export const dateFormat = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (language, options) => new Intl.DateTimeFormat(language, options),
)

/** A number with the separators of the chosen language. */
export function formatNumber(value: number): string {
  return numberFormat({}).format(value)
}

/** An exchange rate, with as many digits as it has. */
export function formatRate(value: number): string {
  return numberFormat({ maximumFractionDigits: 12 }).format(value)
}

/** A percentage as the chosen language writes it. @example formatPercent(9900) // '9,900%' */
export function formatPercent(value: number): string {
  return numberFormat({ style: 'unit', unit: 'percent' }).format(value)
}

/**
 * A number of things.
 *
 * @example counted(2, 'order') // '2 orders'
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** A change in percent, with its sign and at most one decimal. */
export function signedPercent(percent: number): string {
  const rounded = Math.round(percent * 10) / 10
  return `${rounded > 0 ? '+' : ''}${formatPercent(rounded)}`
}

/** An amount with its currency, in the language that the person has chosen. */
export function formatMoney(amount: number, currency: string): string {
  return numberFormat({ style: 'currency', currency }).format(amount)
}

/** An amount that is not rounded yet: with up to four decimals, and no fewer than those of its currency. */
export function formatUnrounded(amount: number, currency: string): string {
  return numberFormat({ style: 'currency', currency, maximumFractionDigits: 4 }).format(amount)
}

/** Keeps a language. An empty text is that of the browser. */
export function setLanguageOfNumbers(tag: string): void {
  if (tag === '') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, tag)
}

/** The name of a country of ISO 3166, such as `Netherlands`; the code itself if it has none. */
export function countryName(code: string, language = 'en'): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

const OFFERED = [
  ...['cs-CZ', 'da-DK', 'de-AT', 'de-CH', 'de-DE', 'el-GR', 'en-GB', 'en-IE', 'en-US', 'es-ES'],
  ...['et-EE', 'fi-FI', 'fr-BE', 'fr-CH', 'fr-FR', 'hu-HU', 'it-IT', 'lt-LT', 'lv-LV', 'nb-NO'],
  ...['nl-BE', 'nl-NL', 'pl-PL', 'pt-PT', 'ro-RO', 'sk-SK', 'sl-SI', 'sv-SE'],
]

/** The languages to choose from, each by its name. */
export function languages(): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: '', label: `Browser default (${languageName(navigator.language)})` },
    ...OFFERED.map((value) => ({ value, label: languageName(value) })),
  ]
}

/** The name of a language, in English. A browser can have one that is no tag of BCP 47, such as `en-US@posix`; it is its own name. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
