import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findUncertainty, guessColumns } from '../src/columns/guess.ts'
import { COLUMN_WORDS, FIELDS_OF_WORDS, toWord } from '../src/columns/words.ts'
import { type ColumnTarget, fieldFilledBy, findMappingIssues } from '../src/index.ts'

const SHORT: Readonly<Record<string, ColumnTarget>> = {
  ref: 'MerchantProductReference',
  name: 'Name',
  text: 'Description',
  price: 'Price',
  net: 'PriceWithoutVat',
  msrp: 'MSRP',
  buy: 'PurchasePrice',
  stock: 'Stock',
  ean: 'Ean',
  vat: 'VatRate',
  brand: 'Brand',
  mpn: 'ManufacturerProductNumber',
  size: 'Size',
  color: 'Color',
  image: 'ImageUrl',
  url: 'Url',
  cat: 'CategoryTrail',
  active: 'IsActive',
  time: 'ShippingTime',
  cost: 'ShippingCost',
  parent: 'ParentMerchantReference',
  currency: 'Currency',
  '-': 'ExtraData',
}

const read = (list: string) =>
  list.split(';').map((entry) => {
    const [name = '', short = ''] = entry.split('=')
    return { name, target: SHORT[short] }
  })

/** Headers as shops, suppliers and systems of accounting write them. */
test.each([
  ['nl', 'SKU=ref;Titel=name;Prijs=price;Voorraad=stock;EAN=ean;BTW=vat;Merk=brand'],
  [
    'nl',
    'Artikelnr.=ref;Omschrijving=name?;Verkoopprijs incl. BTW (€)=price;Aantal=stock;Inkoopprijs=buy;Adviesprijs=msrp;BTW %=vat',
  ],
  [
    'nl',
    'Artikelcode=ref;Naam=name;Omschrijving=text;Prijs excl. BTW=net;Kleur=color;Maat=size;Levertijd=time;Afbeelding URL=image',
  ],
  [
    'en',
    'Product Code=ref;Product Name=name;Description=text;Retail Price=price;RRP=msrp;Qty=stock;Barcode=ean;Cost Price=buy;Supplier=-',
  ],
  [
    'en',
    'item_no=ref;item_title=name;unit-price=price;stock_level=stock;vat_rate=vat;imageLink=image;Currency=currency;Manufacturer=brand',
  ],
  ['en', 'ID=-;SKU=ref;Title=name;Price=price;Quantity=stock;Type=cat'],
  [
    'de',
    'Artikelnummer=ref;Bezeichnung=name;VK brutto=price;Lagerbestand=stock;EAN-Code=ean;MwSt.-Satz=vat;Hersteller=brand;EK netto=buy',
  ],
  [
    'de',
    'Art.-Nr.=ref;Artikelbezeichnung=name;Größe=size;Farbe=color;UVP=msrp;Preis (EUR)=price;Menge=stock;Warengruppe=cat;Lieferzeit=time;Bild-URL=image',
  ],
  [
    'fr',
    "Référence produit=ref;Désignation=name;Prix de vente TTC=price;Stock disponible=stock;Code-barres=ean;TVA=vat;Marque=brand;Prix d'achat HT=buy",
  ],
  [
    'fr',
    'Code article=ref;Libellé=name;Prix HT=net;Quantité=stock;Catégorie=cat;Couleur=color;Taille=size;Délai de livraison=time',
  ],
  [
    'es',
    'Código de artículo=ref;Nombre=name;PVP=price;Existencias=stock;Código de barras=ean;IVA=vat;Marca=brand;Precio de compra=buy;Talla=size',
  ],
  [
    'it',
    'Codice articolo=ref;Descrizione=name?;Prezzo IVA inclusa=price;Giacenza=stock;Codice a barre=ean;Aliquota IVA=vat;Marca=brand;Taglia=size;Colore=color',
  ],
  [
    'pt',
    'Código do produto=ref;Nome=name;Preço de venda=price;Estoque=stock;Código de barras=ean;Taxa de IVA=vat;Marca=brand;Cor=color;Tamanho=size',
  ],
  [
    'pl',
    'Kod produktu=ref;Nazwa=name;Cena brutto=price;Stan magazynowy=stock;Kod kreskowy=ean;Stawka VAT=vat;Marka=brand;Producent=-;Kolor=color;Rozmiar=size',
  ],
  [
    'sv',
    'Artikelnummer=ref;Benämning=name;Pris inkl moms=price;Lagersaldo=stock;Streckkod=ean;Moms=vat;Varumärke=brand;Färg=color;Storlek=size',
  ],
  [
    'da',
    'Varenummer=ref;Varenavn=name;Salgspris=price;Lagerbeholdning=stock;Stregkode=ean;Momssats=vat;Mærke=brand;Farve=color;Størrelse=size;Leveringstid=time',
  ],
  [
    'cs',
    'Kód zboží=ref;Název=name;Cena s DPH=price;Skladem=stock;Čárový kód=ean;Sazba DPH=vat;Značka=brand;Barva=color;Velikost=size;Nákupní cena=buy',
  ],
] as const)('a header in %s is recognised: %s', (_, list) => {
  const wanted = read(list.replaceAll('?', ''))
  const guesses = guessColumns(wanted.map(({ name }) => name))
  expect(guesses.map(({ name, target }) => ({ name, target }))).toEqual(wanted)
  // A description is the name only where no other column is, and that is asked.
  const unsure = list.split(';').filter((entry) => entry.endsWith('?')).length
  expect(guesses.filter(({ isCertain }) => !isCertain)).toHaveLength(unsure)
})

describe('what is not certain', () => {
  test('two columns that claim one field are asked, and only the first is proposed', () => {
    const guesses = guessColumns(['SKU', 'Name', 'Prijs', 'Verkoopprijs'])
    expect(guesses.map(({ target, isCertain }) => [target, isCertain])).toEqual([
      ['MerchantProductReference', true],
      ['Name', true],
      ['Price', false],
      ['ExtraData', false],
    ])
    expect(guesses[3]?.candidates).toEqual(['Price'])
  })

  test('words for the product are its reference or its name', () => {
    const [first, second] = guessColumns(['Artikel', 'Omschrijving', 'Prijs'])
    expect(first).toMatchObject({ target: 'MerchantProductReference', isCertain: false })
    expect(second).toMatchObject({ target: 'Name', isCertain: false })
    expect(guessColumns(['Artikelnummer', 'Artikel'])[1]).toMatchObject({
      target: 'Name',
      isCertain: true,
    })
  })

  test('a column in another currency is asked, because amounts are not converted', () => {
    const names = ['SKU', 'Name', 'Price (USD)']
    expect(guessColumns(names, 'EUR')[2]).toMatchObject({ target: 'Price', isCertain: false })
    expect(findUncertainty(guessColumns(names, 'EUR'), 'EUR')).toContain('is in USD')
    expect(guessColumns(names, 'USD')[2]).toMatchObject({ target: 'Price', isCertain: true })
    expect(guessColumns(names)[2]).toMatchObject({ target: 'Price', isCertain: true })
  })

  test('the number of a row is no reference, and an amount is no price', () => {
    expect(guessColumns(['Nr', 'Omschrijving', 'Prijs'])[0]?.candidates).toEqual([])
    expect(guessColumns(['SKU', 'Amount'])[1]?.candidates).toEqual([])
  })

  test('prices with and without VAT are not two columns of one field, because one is stored', () => {
    const [, gross, net] = guessColumns(['SKU', 'Preis brutto', 'Preis netto'])
    expect(gross).toMatchObject({ target: 'Price', isCertain: true })
    expect(net).toMatchObject({ target: 'ExtraData', isCertain: true })
  })
})

test('no word means two fields, unless it is asked', () => {
  const shared = [...FIELDS_OF_WORDS.clear].filter(([, fields]) => fields.length > 1)
  expect(shared).toEqual([])
  const twice = [...FIELDS_OF_WORDS.otherwise.keys()].filter((word) =>
    FIELDS_OF_WORDS.clear.has(word),
  )
  expect(twice).toEqual([])
})

const ALL = Object.values(COLUMN_WORDS)
  .flatMap(({ clear, otherwise = '' }) => `${clear},${otherwise}`.split(','))
  .map((word) => word.trim())
  .filter((word) => word !== '')

/** A word as another person writes it: other case, no accents, other punctuation, a currency behind it. */
const written = fc
  .record({
    word: fc.constantFrom(...ALL),
    isUpper: fc.boolean(),
    isPlain: fc.boolean(),
    blank: fc.constantFrom(' ', '_', '-', '. ', '  ', '\u00A0', '/'),
    tail: fc.constantFrom('', ' ', ' (EUR)', ' €', ' *', ':', ' [PLN]'),
  })
  .map(({ word, isUpper, isPlain, blank, tail }) => {
    const plain = isPlain ? word.normalize('NFD').replace(/\p{M}/gu, '') : word.normalize('NFD')
    const spaced = plain.replaceAll(' ', blank)
    return { word, name: `${isUpper ? spaced.toUpperCase() : spaced}${tail}` }
  })

test('a word is recognised in any case, with or without its accents, and with other punctuation', () => {
  fc.assert(
    fc.property(written, ({ word, name }) => {
      expect(toWord(name)).toBe(toWord(word))
      expect(guessColumns([name])[0]?.candidates.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

const header = fc.array(
  fc.oneof(
    written.map(({ name }) => name),
    fc.string({ maxLength: 12 }),
  ),
  { maxLength: 15 },
)

test('whatever the header: no field is proposed twice, and what is certain does not depend on the order', () => {
  fc.assert(
    fc.property(header, (names) => {
      const guesses = guessColumns(names)
      const targets = guesses.map(({ target }) => fieldFilledBy(target))
      const fields = targets.filter((target) => target !== 'ExtraData')
      expect(new Set(fields).size).toBe(fields.length)
      const certain = (all: typeof guesses) =>
        all
          .filter(({ isCertain }) => isCertain)
          .map(({ name, target }) => `${name.trim().toLowerCase().normalize('NFC')} ${target}`)
          .sort()
      expect(certain(guessColumns(names.toReversed()))).toEqual(certain(guesses))
      const columns = Object.fromEntries(guesses.map(({ name, target }) => [name, target]))
      const issues = findMappingIssues({ columns })
      expect(issues.every(({ column }) => column === undefined)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
