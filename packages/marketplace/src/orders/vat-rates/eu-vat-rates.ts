/** The VAT rates of the European Union, to begin with. */
import type { EuVatRates } from './schema.ts'

/** Standard, reduced (the rate for most goods with a reduced one), and the second reduced rate. Denmark has one rate for all. */
const RATES: Readonly<Record<string, readonly number[]>> = {
  AT: [20, 10, 13],
  BE: [21, 6, 12],
  BG: [20, 9],
  CY: [19, 5, 9],
  CZ: [21, 12],
  DE: [19, 7],
  DK: [25, 25],
  EE: [24, 9, 13],
  ES: [21, 10],
  FI: [25.5, 13.5, 10],
  FR: [20, 5.5, 10],
  GR: [24, 13, 6],
  HR: [25, 13, 5],
  HU: [27, 5, 18],
  IE: [23, 13.5, 9],
  IT: [22, 10, 5],
  LT: [21, 12, 5],
  LU: [17, 8],
  LV: [21, 12, 5],
  MT: [18, 7, 5],
  NL: [21, 9],
  PL: [23, 8, 5],
  PT: [23, 6, 13],
  RO: [21, 11],
  SE: [25, 12, 6],
  SI: [22, 9.5, 5],
  SK: [23, 19, 5],
  // Not a member, but taxed as a part of France.
  MC: [20, 5.5, 10],
}

/** Below the minimum of reduced rates. */
const SUPER_REDUCED: Readonly<Record<string, number>> = {
  ES: 4,
  FR: 2.1,
  IE: 4.8,
  IT: 4,
  LU: 3,
  MC: 2.1,
}

const CLASSES = ['standard', 'reduced', 'reduced-2', 'super-reduced'] as const

/** A starter table: rates change, and which class a product has differs between countries. */
export const EU_VAT_RATES: EuVatRates = {
  Date: '2026-01-01',
  Note: 'A start without guarantee: verify the rates, and the classes of your products in each country, before you use them.',
  Rates: Object.entries(RATES).flatMap(([CountryIso, [standard, reduced, second]]) =>
    [standard, reduced, second, SUPER_REDUCED[CountryIso]].flatMap((Rate, index) =>
      Rate === undefined ? [] : [{ CountryIso, VatClass: CLASSES[index] as string, Rate }],
    ),
  ),
}
