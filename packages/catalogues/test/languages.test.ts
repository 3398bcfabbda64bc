import { expect, test } from 'vitest'
import { openCatalogue } from '../src/index.ts'
import { readAll, readProducts } from './reading.ts'

const ROWS = [
  'variable,P,"Tee",1,"Soft\\, warm",,,taxable,1,,,20,Shirts,https://a.example/1.jpg,,Acme,Size,"S, L"',
  'variation,P-S,"Tee - S",1,,,,none,1,4,15,20,,,P,,Size,S',
]

/** The header of ROWS in each language of which real exports are known. */
const HEADERS = {
  English:
    'Type,SKU,Name,Published,Description,Date sale price starts,Date sale price ends,Tax status,In stock?,Stock,Sale price,Regular price,Categories,Images,Parent,Brands,Attribute 1 name,Attribute 1 value(s)',
  German:
    'Typ,Artikelnummer,Name,Veröffentlicht,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Vorrätig?,Lager,Angebotspreis,Regulärer Preis,Kategorien,Bilder,Übergeordnetes Produkt,Marken,Attribut 1 Name,Attribut 1 Wert(e)',
  French:
    'Type,UGS,Nom,Publié,Description,Date de début de promo,Date de fin de promo,État de la TVA,En stock\u00A0?,Stock,Tarif promo,Tarif régulier,Catégories,Images,Parent,Marques,Nom de l’attribut 1,Valeur(s) de l’attribut 1 ',
  Dutch:
    'Type,Artikelnummer,Naam,Gepubliceerd,Beschrijving,Startdatum actieprijs,Einddatum actieprijs,Btw status,Op voorraad?,Voorraad,Actieprijs,Reguliere prijs,Categorieën,Afbeeldingen,Hoofd,Merken,Naam eigenschap 1,Waarde eigenschap 1',
  Spanish:
    'Tipo,SKU,Nombre,Publicado,Descripción,Día en que empieza el precio rebajado,Día en que termina el precio rebajado,Estado del impuesto,¿Existencias?,Inventario,Precio rebajado,Precio normal,Categorías,Imágenes,Superior,Marcas,Nombre del atributo 1,Valor(es) del atributo 1',
  Italian:
    "Tipo,SKU,Nome,Pubblicato,Descrizione,Data di partenza del prezzo in saldo,Data in cui termina l'offerta,Stato delle imposte,In stock?,Magazzino,Prezzo in offerta,Prezzo di listino,Categorie,Immagine,Genitore,Marchi,Nome dell'attributo 1,Valore dell'attributo 1",
  Portuguese:
    'Tipo,REF,Nome,Publicado,Descrição,Data de início do preço promocional,Data de término do preço promocional,Situação fiscal,Em stock?,Stock,Preço promocional,Preço normal,Categorias,Imagens,Pai,Marcas,Atributo 1 nome,Atributo 1 valor(es)',
  'Portuguese of Brazil':
    'Tipo,SKU,Nome,Publicado,Descrição,Data de preço promocional começa em,Data de preço promocional termina em,Status do imposto,Em estoque?,Estoque,Preço promocional,Preço,Categorias,Imagens,Ascendente,Marcas,Nome do atributo 1,Valores do atributo 1',
  Polish:
    'Typ,SKU,Nazwa,Opublikowano,Opis,Data rozpoczęcia promocji,Data zakończenia promocji,Status podatku,W magazynie?,Stan magazynowy,Cena promocyjna,Cena,Kategorie,Obrazki,Element nadrzędny,Marki,Nazwa atrybutu 1,Wartości atrybutu 1',
  Swedish:
    'Typ,Artikelnummer,Namn,Publicerad,Beskrivning,Datum när reapriset börjar,Datum när reapriset upphör,Momsstatus,I lager?,Lagersaldo,Reapris,Ordinarie pris,Kategorier,Bilder,Förälder,Varumärken,Attribut 1 namn,Attribut 1 värde(n)',
  Russian:
    'Тип,Артикул,Имя,Опубликован,Описание,Дата начала действия продажной цены,Дата окончания действия продажной цены,Статус налога,В наличии?,Запасы,Акционная цена,Базовая цена,Категории,Изображения,Родительский,Бренды,Имя атрибута 1,Значение(-я) атрибута(-ов) 1',
}

test.each(Object.entries(HEADERS))(
  'an export of WooCommerce in %s is read as one in English',
  async (_, header) => {
    const file = [header, ...ROWS].join('\n')
    expect((await readAll(file)).settings.format).toBe('woocommerce')
    expect(await readProducts(file)).toEqual(
      await readProducts([HEADERS.English, ...ROWS].join('\n')),
    )
    const catalogue = await openCatalogue([Buffer.from(file)])
    for await (const _ of catalogue.items);
    expect(catalogue.columns().filter(({ fields }) => fields.includes('ExtraData'))).toEqual(
      // The names of attributes decide into which field their values go.
      catalogue.columns().slice(-2),
    )
  },
)

test('an error of a translated file has the words of the file', async () => {
  const file = [HEADERS.German, 'simple,A,Tasse,1,,,,,1,x,,abc,,,,,,'].join('\n')
  const { items } = await readAll(file)
  expect(items).toMatchObject([
    { kind: 'error', message: expect.stringMatching(/Regulärer Preis .*Lager/) },
  ])
})

test('a table of Google with prefixes is read as one without', async () => {
  const row = 'A\tMug\tin_stock\t9.95 EUR\thttps://a.example/1.jpg\tred\tx'
  const plain = `id\ttitle\tavailability\tprice\timage_link\tcolor\tcustom_label_0\n${row}\n`
  const prefixed = `g:id\tg:title\tg:availability\tg:price\tg:image_link\tG:color\tg:custom_label_0\n${row}\n`
  const spaced = `g:id\tg:title\tavailability\tprice\tg:image link\tcolor\tg:custom_label_0\n${row}\n`
  const expected = await readProducts(plain)
  expect(expected.A).toMatchObject({ Price: 9.95, ExtraData: { custom_label_0: 'x' } })
  for (const file of [prefixed, spaced]) {
    expect((await readAll(file)).settings.format).toBe('google')
    expect(await readProducts(file)).toEqual(expected)
  }
})
