/** Flags as spreadsheets and shops write them. */

// The words that Excel writes for TRUE and FALSE in its languages, and yes and no.
const TRUE = words(`true yes y on active enabled x ✓
  wahr ja verdadero sí si verdadeiro sim vrai oui vero waar prawda tak pravda ano áno igaz igen sant sand sann tosi kyllä
  истина да істина так doğru evet αληθές αληθες ναι adevărat da istina tõene jah patiess jā teisinga taip 真 是 はい 참 예`)
const FALSE = words(`false no n off inactive disabled draft archived
  falsch nein falso não nao faux non onwaar nee fałsz nie nepravda ne hamis nem falskt falsk usann nei nej epätosi ei
  ложь нет хибність ні yanlış yanliş hayır hayir ψευδές ψευδες όχι οχι fals nu neistina laž väär aplams nē klaidinga 偽 假 否 いいえ 거짓 아니요`)

/**
 * Yes or no: a word of a language that spreadsheets write, or a number. 1 is yes; 0 is no, and so are -1 (a draft of WooCommerce) and 2
 * (disabled in Magento). Undefined for any other text.
 *
 * @example
 * parseFlag('FALSCH') // false
 */
export function parseFlag(text: string): boolean | undefined {
  const word = text.trim().normalize('NFC').toLowerCase()
  if (TRUE.has(word) || /^1(?:[.,]0*)?$/.test(word)) return true
  return FALSE.has(word) || /^(?:0|-1|2)(?:[.,]0*)?$/.test(word) ? false : undefined
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
