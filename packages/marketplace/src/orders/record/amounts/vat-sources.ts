/** What can decide the VAT of a line or of shipping costs. */
export const VAT_SOURCES = ['given', 'product', 'destination', 'outside-area', 'business'] as const
export type VatSource = (typeof VAT_SOURCES)[number]
