/** The words on packing slips in the languages of buyers. Pure. */
import { languageName } from '../../components/values/language.ts'
import type { SLIP_LANGUAGES } from '../../settings/slip-languages.ts'

/** English is for all other languages. */
const WORDS = {
  en: {
    title: 'Packing slip',
    order: 'Order',
    date: 'Order date',
    shipment: 'Shipment',
    parcel: 'Parcel',
    carrier: 'Carrier',
    tracking: 'Tracking number',
    sender: 'Sender',
    recipient: 'Ship to',
    product: 'Product',
    ordered: 'Ordered',
    packed: 'In this parcel',
    toPack: 'To pack',
    missing: 'Missing',
  },
  nl: {
    title: 'Pakbon',
    order: 'Bestelling',
    date: 'Besteldatum',
    shipment: 'Zending',
    parcel: 'Pakket',
    carrier: 'Vervoerder',
    tracking: 'Trackingnummer',
    sender: 'Afzender',
    recipient: 'Verzendadres',
    product: 'Product',
    ordered: 'Besteld',
    packed: 'In dit pakket',
    toPack: 'Te verpakken',
    missing: 'Ontbreekt',
  },
  de: {
    title: 'Lieferschein',
    order: 'Bestellung',
    date: 'Bestelldatum',
    shipment: 'Sendung',
    parcel: 'Paket',
    carrier: 'Versanddienst',
    tracking: 'Sendungsnummer',
    sender: 'Absender',
    recipient: 'Lieferadresse',
    product: 'Artikel',
    ordered: 'Bestellt',
    packed: 'In diesem Paket',
    toPack: 'Zu verpacken',
    missing: 'Fehlend',
  },
  fr: {
    title: 'Bon de livraison',
    order: 'Commande',
    date: 'Date de commande',
    shipment: 'Expédition',
    parcel: 'Colis',
    carrier: 'Transporteur',
    tracking: 'Numéro de suivi',
    sender: 'Expéditeur',
    recipient: 'Adresse de livraison',
    product: 'Article',
    ordered: 'Commandé',
    packed: 'Dans ce colis',
    toPack: 'À emballer',
    missing: 'Manquant',
  },
  es: {
    title: 'Albarán',
    order: 'Pedido',
    date: 'Fecha del pedido',
    shipment: 'Envío',
    parcel: 'Paquete',
    carrier: 'Transportista',
    tracking: 'Número de seguimiento',
    sender: 'Remitente',
    recipient: 'Dirección de envío',
    product: 'Producto',
    ordered: 'Pedido',
    packed: 'En este paquete',
    toPack: 'Por embalar',
    missing: 'Falta',
  },
  it: {
    title: 'Distinta di imballaggio',
    order: 'Ordine',
    date: "Data dell'ordine",
    shipment: 'Spedizione',
    parcel: 'Pacco',
    carrier: 'Corriere',
    tracking: 'Numero di tracciamento',
    sender: 'Mittente',
    recipient: 'Indirizzo di spedizione',
    product: 'Prodotto',
    ordered: 'Ordinato',
    packed: 'In questo pacco',
    toPack: 'Da imballare',
    missing: 'Mancante',
  },
  pl: {
    title: 'Specyfikacja wysyłki',
    order: 'Zamówienie',
    date: 'Data zamówienia',
    shipment: 'Przesyłka',
    parcel: 'Paczka',
    carrier: 'Przewoźnik',
    tracking: 'Numer przesyłki',
    sender: 'Nadawca',
    recipient: 'Adres dostawy',
    product: 'Produkt',
    ordered: 'Zamówiono',
    packed: 'W tej paczce',
    toPack: 'Do spakowania',
    missing: 'Brakuje',
  },
} as const satisfies Readonly<
  Record<(typeof SLIP_LANGUAGES)[number]['value'], Readonly<Record<string, string>>>
>

type SlipLanguage = keyof typeof WORDS

/** The words of a packing slip. */
export type SlipWords = Readonly<Record<keyof (typeof WORDS)['en'], string>>

/** Returns the words of a language; English for one that has none. */
export function wordsIn(language: string): SlipWords {
  return isSlipLanguage(language) ? WORDS[language] : WORDS.en
}

function isSlipLanguage(language: string): language is SlipLanguage {
  return Object.hasOwn(WORDS, language)
}

/**
 * Returns the language of the packing slip for a buyer: one that is spoken in the country, if the merchant writes in it, or the merchant's
 * first one; English if the merchant has not said in which it writes.
 *
 * @param languages of the merchant, ISO 639-1
 * @param country to which the parcel is sent, ISO 3166-1 alpha-2
 * @example slipLanguage(['nl', 'de'], 'AT') // 'de'
 */
export function slipLanguage(
  languages: readonly string[] | null,
  country: string | null | undefined,
): SlipLanguage {
  const written = (languages ?? []).filter(isSlipLanguage)
  const spoken: readonly string[] = SPOKEN[country ?? ''] ?? []
  return (
    spoken.filter(isSlipLanguage).find((language) => written.includes(language)) ??
    written[0] ??
    'en'
  )
}

/**
 * The label of the choice that leaves the language of packing slips to the rule above.
 *
 * @example automaticLanguage(null) // 'Automatic (English)'
 */
export function automaticLanguage(languages: readonly string[] | null): string {
  const [first = 'en', ...others] = (languages ?? []).filter(isSlipLanguage)
  return others.length > 0 ? 'Automatic (by country)' : `Automatic (${languageName(first)})`
}

/** The languages of the words above in the countries where buyers speak them, the most spoken first. */
const SPOKEN: Readonly<Record<string, readonly SlipLanguage[]>> = {
  AT: ['de'],
  BE: ['nl', 'fr', 'de'],
  CH: ['de', 'fr', 'it'],
  DE: ['de'],
  ES: ['es'],
  FR: ['fr'],
  GB: ['en'],
  IE: ['en'],
  IT: ['it'],
  LI: ['de'],
  LU: ['fr', 'de'],
  MC: ['fr'],
  MT: ['en'],
  NL: ['nl'],
  PL: ['pl'],
  SM: ['it'],
  US: ['en'],
}
