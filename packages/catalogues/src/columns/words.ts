/**
 * What people call the columns of a price list, in English, Dutch, German, French, Spanish, Italian, Portuguese, Polish, Swedish, Danish and
 * Czech. Names are compared as {@link toWord} writes them, so that case, accents and punctuation do not count.
 */
import type { ColumnTarget } from '../types.ts'

/** The words of a field. */
export interface FieldWords {
  /** Words that mean this field. No word is in two of these lists. */
  readonly clear: string
  /** Words that mean this field if no column has a clear word for it. A word may be in several of these lists. */
  readonly otherwise?: string
}

/** Words for descriptions: of a list without names, they are the names. */
const DESCRIPTIONS = `description, omschrijving, beschrijving, Beschreibung, descripción, descrizione, descrição, opis, beskrivning,
  beskrivelse, popis`

/** Words for the product as such: a column of this name has its reference, or its name. */
const PRODUCTS = `product, item, article, artikel, produkt, produit, producto, artículo, prodotto, articolo, produto, artigo, artykuł, towar,
  vara, vare, zboží`

/** In the order in which fields are proposed for a word that can mean several. */
export const COLUMN_WORDS: Readonly<
  Record<Exclude<ColumnTarget, 'ExtraData' | 'Ignore'>, FieldWords>
> = {
  MerchantProductReference: {
    clear: `MerchantProductReference, SKU, SKU code, SKU number, item number, item no, item code, item SKU, article number, article no, article code,
      product number, product no, product code, product reference, product SKU, variant SKU, stock code, stock keeping unit, seller SKU,
      artikelnummer, artikelnr, artikel nr, art nr, artikelcode, productnummer, productnr, productcode, bestelnummer, bestelnr, bestelcode,
      artikelreferentie, productreferentie, Artikel Nummer, Artikelkode, Bestellnummer, Bestell Nr, Produktnummer, Produkt Nr, Produktcode, Teilenummer,
      référence produit, référence article, réf produit, réf article, code article, code produit, UGS, numéro d'article, n° article, n° d'article,
      referencia producto, referencia del producto, referencia artículo, código de artículo, código artículo, código de producto, código producto,
      código del artículo, código del producto, número de artículo, codice articolo, codice prodotto, cod articolo, cod art, cod prodotto,
      numero articolo, código do artigo, código artigo, código do produto, código produto, referência do produto, referência do artigo,
      número do artigo, numer artykułu, kod produktu, kod towaru, kod artykułu, numer produktu, numer katalogowy, nr katalogowy, indeks,
      indeks towaru, symbol towaru, produktkod, artikelkod, beställningsnummer, varenummer, varenr, varekode, produktkode, bestillingsnummer,
      číslo zboží, kód zboží, číslo produktu, katalogové číslo, číslo artiklu, objednací číslo`,
    otherwise: `reference, ref, referentie, Referenz, référence, réf, referencia, riferimento, referência, referens, code, codice, cod, código, kod, kode,
      kód, id, product id, item id, symbol, ${PRODUCTS}`,
  },
  Name: {
    clear: `Name, title, product name, product title, item name, item title, article name, naam, titel, productnaam, producttitel, artikelnaam, benaming,
      Produktname, Produkttitel, Produktbezeichnung, Artikelname, Artikelbezeichnung, Bezeichnung, nom, titre, nom du produit, nom produit, désignation,
      désignation article, libellé, intitulé, nombre, título, nombre del producto, nombre producto, nombre del artículo, denominación, nome, titolo,
      nome prodotto, nome del prodotto, nome articolo, denominazione, nome do produto, nome do artigo, designação, nazwa, nazwa produktu, nazwa towaru, tytuł,
      namn, produktnamn, artikelnamn, benämning, navn, produktnavn, varenavn, varebetegnelse, název, název produktu, název zboží`,
    otherwise: `${DESCRIPTIONS}, ${PRODUCTS}`,
  },
  ParentMerchantReference: {
    clear: `ParentMerchantReference, parent, parent SKU, parent reference, parent code, parent id, parent product, hoofdartikel, hoofdproduct, moederartikel,
      Vaterartikel, Hauptartikel, Elternartikel, article parent, référence parent, SKU parent, SKU padre, referencia padre, producto padre, codice padre,
      prodotto padre, artigo pai, produto pai, SKU pai, produkt nadrzędny, indeks nadrzędny, huvudartikel, huvudprodukt, hovedvare, hovedprodukt,
      nadřazený produkt`,
  },
  Price: {
    clear: `Price, sales price, sale price, selling price, unit price, current price, gross price, price incl VAT, price incl tax, price including VAT,
      price inc VAT, consumer price, our price, prijs, verkoopprijs, stukprijs, prijs incl btw, prijs inclusief btw, verkoopprijs incl btw, verkoopprijs inclusief btw,
      consumentenprijs, winkelprijs, bruto prijs, Preis, Verkaufspreis, VK, VK Preis, VK brutto, Bruttopreis, Preis brutto, Verkaufspreis brutto, Endpreis,
      Endkundenpreis, Preis inkl MwSt, Preis inkl USt, Einzelpreis, Stückpreis, Ladenpreis, prix, prix de vente, prix vente, prix TTC, prix de vente TTC, prix vente TTC,
      prix unitaire, prix unitaire TTC, PV TTC, precio, precio de venta, precio venta, PVP, PVP con IVA, precio con IVA, precio IVA incluido, precio unitario,
      prezzo, prezzo di vendita, prezzo vendita, prezzo ivato, prezzo IVA inclusa, prezzo con IVA, prezzo al pubblico, prezzo lordo, prezzo unitario,
      preço, preço de venda, preço venda, preço com IVA, preço unitário, cena, cena brutto, cena sprzedaży, cena detaliczna, cena jednostkowa,
      cena sprzedaży brutto, pris, försäljningspris, utpris, pris inkl moms, butikspris, styckpris, salgspris, udsalgspris, stykpris, prodejní cena, cena s DPH,
      cena vč DPH, cena včetně DPH, koncová cena, prodejní cena s DPH`,
    otherwise: 'retail price, tarif, tarief, prix public',
  },
  PriceWithoutVat: {
    clear: '',
    otherwise: `PriceWithoutVat, price excl VAT, price excl tax, price ex VAT, price excluding VAT, net price, prijs excl btw, prijs exclusief btw, verkoopprijs excl btw,
      prijs ex btw, netto prijs, nettoprijs, Nettopreis, Preis netto, VK netto, Verkaufspreis netto, Preis exkl MwSt, Preis zzgl MwSt, prix HT, prix de vente HT,
      prix unitaire HT, PV HT, precio sin IVA, precio neto, prezzo senza IVA, prezzo IVA esclusa, prezzo netto, preço sem IVA, preço líquido, cena netto,
      cena sprzedaży netto, pris exkl moms, nettopris, pris ekskl moms, cena bez DPH, prodejní cena bez DPH`,
  },
  Stock: {
    clear: `Stock, stock quantity, stock level, quantity in stock, inventory, inventory quantity, on hand, quantity on hand, in stock, available quantity, voorraad,
      voorraadaantal, vrije voorraad, op voorraad, Bestand, Lager, Lagerbestand, Lagermenge, auf Lager, verfügbare Menge, en stock, quantité en stock,
      stock disponible, existencias, existencia, inventario, en existencia, giacenza, giacenze, magazzino, scorta, scorte, quantità disponibile, estoque, existências,
      em stock, em estoque, stan magazynowy, stan, magazyn, dostępna ilość, na stanie, lagersaldo, saldo, i lager, lagerantal, lagerbeholdning, beholdning,
      på lager, lagerstatus, skladem, sklad, stav skladu, zásoba, zásoby, počet na skladě, množství skladem`,
    otherwise: `quantity, qty, units, available, availability, aantal, beschikbaar, Menge, Anzahl, Stück, Stückzahl, verfügbar, quantité, qté, disponible, disponibilité,
      cantidad, unidades, disponibles, quantità, qta, disponibilità, quantidade, qtd, disponível, ilość, liczba, dostępność, antal, tillgängligt, styk, množství, počet,
      počet kusů`,
  },
  Ean: {
    clear: `Ean, EAN13, EAN code, EAN number, EAN GTIN, GTIN EAN, GTIN, GTIN13, UPC, UPC code, ISBN, barcode, bar code, streepjescode, EAN nummer, EAN nr, Strichcode,
      code barre, code barres, code à barres, code EAN, código de barras, código EAN, codice a barre, codice EAN, kod kreskowy, kod EAN, streckkod, EAN kod,
      stregkode, EAN kode, čárový kód, EAN kód, global unique id`,
  },
  Brand: {
    clear: `Brand, brand name, merk, merknaam, Marke, Markenname, marque, marca, marchio, marka, varumärke, märke, mærke, varemærke, značka`,
    otherwise: `manufacturer, maker, make, vendor, fabrikant, producent, Hersteller, fabricant, fabricante, produttore, tillverkare, fabrikat, výrobce`,
  },
  VatRate: {
    clear: `VatRate, VAT, VAT %, VAT percentage, VAT pct, tax rate, tax %, sales tax, btw, btw tarief, btw percentage, btw perc, MwSt, MwSt Satz, Mehrwertsteuer, Mehrwertsteuersatz, USt, USt Satz,
      Umsatzsteuer, Steuersatz, TVA, taux TVA, taux de TVA, IVA, tipo de IVA, tipo IVA, aliquota, aliquota IVA, taxa de IVA, taxa IVA, stawka VAT, podatek VAT,
      moms, momssats, moms procent, momsprocent, DPH, sazba DPH, btw %, MwSt %, USt %, TVA %, IVA %, moms %, DPH %`,
    otherwise: 'tax, belasting, Steuer, taxe, impuesto, imposta, imposto, podatek, skatt, daň',
  },
  VatClass: {
    clear: 'VatClass, tax class, VAT group, btw klasse, btw groep, Steuerklasse, momsklass',
  },
  MSRP: {
    clear: `MSRP, RRP, SRP, list price, regular price, recommended retail price, suggested retail price, compare at price, was price, adviesprijs, adviesverkoopprijs, van prijs, vanprijs,
      consumentenadviesprijs, UVP, UVP brutto, unverbindliche Preisempfehlung, Listenpreis, Streichpreis, prix conseillé, prix public conseillé, PPC, prix barré,
      precio recomendado, PVPR, precio de tarifa, prezzo consigliato, prezzo di listino, prezzo listino, preço recomendado, preço de tabela, cena katalogowa,
      cena sugerowana, sugerowana cena detaliczna, rekommenderat pris, rek pris, cirkapris, ca pris, ordinarie pris, vejledende pris, vejl pris, vejledende udsalgspris,
      normalpris, doporučená cena, běžná cena`,
  },
  PurchasePrice: {
    clear: `PurchasePrice, cost, cost price, unit cost, buying price, buy price, wholesale price, inkoop, inkoopprijs, inkoop prijs, kostprijs, inkoopprijs excl btw, Einkaufspreis, EK,
      EK Preis, EK netto, Einkaufspreis netto, Selbstkosten, prix achat, prix d'achat, prix d'achat HT, coût, prix de revient, PA HT, precio de compra, precio compra, precio de coste,
      coste, prezzo di acquisto, prezzo d'acquisto, prezzo acquisto, costo, preço de compra, preço compra, preço de custo, custo, cena zakupu, cena zakupu netto, koszt,
      inköpspris, inpris, självkostnad, indkøbspris, kostpris, nákupní cena, pořizovací cena`,
  },
  DiscountRate: {
    clear: `DiscountRate, discount %, discount percentage, discount pct, kortingspercentage, korting %, Rabattsatz, Rabatt %, rabattprocent, rabatprocent, rabat %,
      remise %, descuento %, sconto %, desconto %, sleva %`,
  },
  Description: {
    clear: `long description, product description, item description, lange omschrijving, lange beschrijving, productomschrijving, productbeschrijving,
      artikelomschrijving, Langtext, lange Beschreibung, Produktbeschreibung, Artikelbeschreibung, description longue, description produit, description du produit,
      descriptif, descripción larga, descripción del producto, descrizione lunga, descrizione prodotto, descrizione estesa, descrição longa, descrição do produto,
      długi opis, opis produktu, produktbeskrivning, lång beskrivning, produktbeskrivelse, lang beskrivelse, popis produktu, popis zboží, dlouhý popis, body html`,
    otherwise: DESCRIPTIONS,
  },
  Details: { clear: 'Details, specifications, specificaties, Spezifikationen, spécifications' },
  Size: {
    clear: `Size, maat, Größe, Groesse, Konfektionsgröße, taille, pointure, talla, tamaño, taglia, misura, tamanho, rozmiar, storlek, størrelse, velikost`,
  },
  Color: {
    clear: `Color, colour, kleur, Farbe, couleur, coloris, colore, cor, kolor, färg, farve, barva`,
  },
  ManufacturerProductNumber: {
    clear: `ManufacturerProductNumber, MPN, manufacturer number, manufacturer part number, manufacturer code, part number, part no, fabrikantcode, fabrikantnummer,
      artikelnummer fabrikant, Herstellernummer, Hersteller Nr, Herstellerartikelnummer, Hersteller Artikelnummer, référence fabricant, réf fabricant, code fabricant,
      referencia fabricante, referencia del fabricante, código fabricante, codice produttore, referência do fabricante, código do fabricante, kod producenta,
      numer producenta, tillverkarens artikelnummer, tillverkarnummer, producentens varenummer, producentnummer, kód výrobce, číslo výrobce`,
  },
  ImageUrl: {
    clear: `ImageUrl, image, images, image link, image src, image address, main image, picture, picture URL, photo, photo URL, foto, foto URL, afbeelding, afbeeldingen, afbeelding URL,
      afbeeldingslink, Bild, Bilder, Bild URL, Bildlink, Bildadresse, Produktbild, image URL 1, image 1, lien image, URL image, URL de l'image, photo 1, imagen, imágenes, URL imagen,
      enlace imagen, immagine, immagini, URL immagine, imagem, imagens, URL imagem, zdjęcie, zdjęcia, obrazek, URL zdjęcia, link do zdjęcia, bildlänk, bildadress,
      billede, billeder, billede URL, billedlink, obrázek, obrázky, URL obrázku`,
  },
  Url: {
    clear: `Url, product URL, product link, product page, deeplink, deep link, productlink, productpagina, Produktlink, Produkt URL, Produktseite, lien produit, URL produit,
      URL du produit, enlace producto, URL producto, URL prodotto, URL do produto, URL produktu, link do produktu, produktlänk, produktsida, odkaz na produkt`,
    otherwise: 'link, webpage, website, lien, enlace, collegamento, ligação, länk, odkaz',
  },
  CategoryTrail: {
    clear: `CategoryTrail, category, categories, category path, product category, product group, categorie, categorieën, productcategorie, productgroep, artikelgroep, Kategorie, Kategorien,
      Warengruppe, Produktgruppe, Artikelgruppe, Produktkategorie, catégorie, catégories, famille, rayon, categoría, categorías, familia, categoria, categorias,
      famiglia, família, kategoria, kategorie, grupa towarowa, grupa, kategori, kategorier, produktgrupp, varugrupp, varegruppe, produktgruppe, skupina, skupina zboží`,
    otherwise:
      'type, product type, group, groep, Gruppe, Art, groupe, grupo, gruppo, grupp, typ, tipo',
  },
  IsActive: {
    clear: `IsActive, active, enabled, published, visible, actief, gepubliceerd, zichtbaar, aktiv, veröffentlicht, sichtbar, actif, publié, activo, publicado, attivo, pubblicato, visibile,
      ativo, aktywny, aktywne, opublikowano, widoczny, publicerad, synlig, udgivet, aktivní, zveřejněno`,
  },
  ShippingCost: {
    clear: `ShippingCost, shipping, shipping costs, shipping price, delivery cost, postage, verzendkosten, bezorgkosten, Versandkosten, Versand, frais de port, frais de livraison,
      gastos de envío, coste de envío, spese di spedizione, costi di spedizione, costo spedizione, custos de envio, portes, frete, koszt wysyłki, koszt dostawy, fraktkostnad, frakt,
      fragt, fragtomkostninger, poštovné, cena dopravy`,
  },
  ShippingTime: {
    clear: `ShippingTime, delivery time, lead time, levertijd, leveringstermijn, Lieferzeit, Lieferfrist, délai de livraison, délai livraison, plazo de entrega, tiempo de entrega,
      tempi di consegna, tempo di consegna, prazo de entrega, czas dostawy, czas realizacji, leveranstid, leveringstid, dodací lhůta, doba dodání`,
  },
  StockCountedAt: { clear: 'StockCountedAt, counted at, stock date, teldatum' },
  ChannelProductReference: { clear: 'ChannelProductReference' },
  Currency: {
    clear: `Currency, currency code, valuta, munt, munteenheid, Währung, Waehrung, devise, monnaie, moneda, divisa, moeda, waluta, měna`,
  },
}

/** What a column can be. */
export const COLUMN_TARGETS: readonly ColumnTarget[] = [
  ...(Object.keys(COLUMN_WORDS) as ColumnTarget[]),
  'ExtraData',
  'Ignore',
]

/** Letters that no accent explains. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  '°': 'o',
  º: 'o',
  '%': ' percent ',
}

/** Currencies that stand behind the name of a price, such as `Prijs (EUR)`, with their codes of ISO 4217. */
const CURRENCIES: ReadonlyMap<string, string | undefined> = new Map([
  ...['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'DKK', 'NOK', 'CZK'].map(
    (code) => [code.toLowerCase(), code] as const,
  ),
  ...(['euro', 'euros'] as const).map((word) => [word, 'EUR'] as const),
  ...(['zl', 'zloty'] as const).map((word) => [word, 'PLN'] as const),
  ['kc', 'CZK'],
  // Of Sweden, Denmark or Norway.
  ['kr', undefined],
])

/**
 * A name of a column for comparisons: in lower case, without accents, blanks and punctuation, and without a currency behind it.
 *
 * @example
 * toWord('Prijs incl. BTW (€)') // 'prijsinclbtw'
 */
export function toWord(name: string): string {
  const [first = '', ...rest] = wordsOf(name)
  return [first, ...rest.filter((word) => !CURRENCIES.has(word))].join('')
}

/** The currency that the name of a column says, as a code of ISO 4217. @example currencyOf('Price (USD)') // 'USD' */
export function currencyOf(name: string): string | undefined {
  const [, ...rest] = wordsOf(name)
  return rest.map((word) => CURRENCIES.get(word)).find((code) => code !== undefined)
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .replace(/[ßøæœłđ°º%]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

type Lists = Readonly<Record<'clear' | 'otherwise', ReadonlyMap<string, readonly ColumnTarget[]>>>

function listsOf(kind: 'clear' | 'otherwise'): ReadonlyMap<string, readonly ColumnTarget[]> {
  const fields = new Map<string, ColumnTarget[]>()
  for (const [field, words] of Object.entries(COLUMN_WORDS)) {
    for (const word of new Set((words[kind] ?? '').split(',').map(toWord))) {
      if (word === '') continue
      fields.set(word, [...(fields.get(word) ?? []), field as ColumnTarget])
    }
  }
  return fields
}

/** The fields of each word. */
export const FIELDS_OF_WORDS: Lists = { clear: listsOf('clear'), otherwise: listsOf('otherwise') }
