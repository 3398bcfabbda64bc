import { describe, expect, test } from 'vitest'
import { CATALOGUE_ENCODINGS, openCatalogue } from '../src/index.ts'
import { readAll } from './reading.ts'

/** Bytes of a text in an encoding of one or two bytes a character: the encoding is inverted. */
function encode(text: string, encoding: string): Buffer {
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding)
  for (let high = 0x80; high < 0x100; high += 1) {
    const one = decoder.decode(Buffer.from([high]))
    if (!one.includes('\uFFFD')) table.set(one, [high])
    for (let low = 0x40; low < 0xff; low += 1) {
      const two = decoder.decode(Buffer.from([high, low]))
      if ([...two].length === 1 && two !== '\uFFFD' && !table.has(two)) table.set(two, [high, low])
    }
  }
  return Buffer.from([...text].flatMap((letter) => table.get(letter) ?? [letter.charCodeAt(0)]))
}

const csv = (name: string) => `MerchantProductReference,Name\nA-1,"${name}"\n`
const xml = (name: string, encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<rss xmlns:g="g"><channel><item><g:id>1</g:id><title>${name}</title></item></channel></rss>`

const SAMPLES = [
  ['windows-1251', 'Чашка красная'],
  ['koi8-r', 'Чашка красная'],
  ['ibm866', 'Чашка красная'],
  ['windows-1250', 'Żółta filiżanka z uchem'],
  ['iso-8859-2', 'Příliš žluťoučký kůň'],
  ['windows-1253', 'Κόκκινη κούπα'],
  ['windows-1254', 'Kırmızı fincan, büyük şişe'],
  ['shift_jis', '赤いマグカップ'],
  ['euc-kr', '빨간 머그잔'],
  ['gbk', '红色的杯子'],
  ['big5', '紅色的杯子'],
] as const

describe.each(SAMPLES)('%s', (encoding, name) => {
  test('is read if the XML declaration, the sender or the options name it', async () => {
    const declared = await readAll(encode(xml(name, encoding), encoding), { pieces: 7 })
    expect(declared.settings.encoding).toBe(encoding)
    expect(declared.items).toMatchObject([{ product: { Name: name } }])
    for (const options of [{ charset: encoding }, { encoding }]) {
      const { items } = await readAll(encode(csv(name), encoding), options)
      expect(items).toMatchObject([{ product: { Name: name } }])
    }
  })

  test('stops with its guesses and their first line if nothing names it', async () => {
    await expect(readAll(encode(csv(name), encoding))).rejects.toMatchObject({
      code: 'CATALOGUE_ENCODING_UNKNOWN',
      message: expect.stringMatching(
        /^The encoding of the file is not clear\. Set the encoding: .+ reads "/,
      ),
    })
  })
})

test('the guesses show what the line would be', async () => {
  const text = csv('Чашка красная, фарфор, 300 мл, можно мыть в посудомоечной машине').repeat(3)
  await expect(readAll(encode(text, 'windows-1251'))).rejects.toMatchObject({
    message: expect.stringContaining('windows-1251 reads "A-1,\\"Чашка красная, фарфор'),
  })
})

test.each([
  'Größe für 5 €',
  'Crème brûlée à l’œuf, garçon',
  'Señor Muñoz, cañón',
  'Açaí, maçã e pão',
  'Smørrebrød på Ærø',
  'Köttbullar från Åre',
  'Þórsmörk, sæðingur',
  'Città è più bella',
  'Müller & Söhne – Crème',
])('Windows-1252 of a language of western Europe is recognised: %s', async (name) => {
  const bytes = encode(csv(name), 'windows-1252')
  const { settings, items } = await readAll(bytes)
  expect(settings.encoding).toBe('windows-1252')
  expect(items).toMatchObject([{ product: { Name: name } }])
})

test('a label of an encoding means its encoding', async () => {
  const bytes = encode(csv('Größe'), 'windows-1252')
  for (const label of ['latin1', 'ISO-8859-1', 'cp1252']) {
    expect((await readAll(bytes, { encoding: label })).settings.encoding).toBe('windows-1252')
  }
})

test.each([
  ['utf-8', encode(csv('Größe'), 'windows-1252')],
  ['windows-1251', Buffer.from(csv('Чашка'))],
])('a file that is not written in the encoding of its sender stops: %s', async (charset, bytes) => {
  await expect(readAll(bytes, { charset })).rejects.toMatchObject({
    code: 'CATALOGUE_ENCODING_UNKNOWN',
    message: expect.stringContaining(`The file is not written in ${charset}`),
  })
})

test('an encoding that does not exist is named, and the likely ones are shown', async () => {
  await expect(readAll(Buffer.from(xml('Größe', 'ebcdic-9')))).rejects.toMatchObject({
    code: 'CATALOGUE_ENCODING_UNKNOWN',
    message: expect.stringContaining('The encoding "ebcdic-9" is not known'),
  })
})

test('a charset that does not exist is refused with the usual ones if each encoding reads the same', async () => {
  await expect(readAll(csv('Mug'), { charset: 'ebcdic' })).rejects.toMatchObject({
    code: 'CATALOGUE_ENCODING_UNKNOWN',
    message:
      'The encoding "ebcdic", the charset of the content type, is not known. Set the encoding, such as utf-8, windows-1252 or shift_jis.',
  })
})

test('bytes that are no text end the reading, wherever they stand, and none is replaced', async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => `A-${index},Größe ${index}\n`)
  const text = Buffer.from(`MerchantProductReference,Name\n${rows.join('')}`)
  const bytes = Buffer.concat([text, Buffer.from([0xff, 0xfe]), Buffer.from('Z,Z\n')])
  await expect(readAll(bytes)).rejects.toMatchObject({ code: 'CATALOGUE_ENCODING_UNKNOWN' })
  await expect(readAll(bytes, { encoding: 'utf-8' })).rejects.toMatchObject({
    code: 'CATALOGUE_ENCODING_UNKNOWN',
  })
})

test('each encoding of the list can be named', async () => {
  for (const encoding of CATALOGUE_ENCODINGS) {
    const ascii = Buffer.from(csv('Mug'), encoding === 'utf-16le' ? 'utf16le' : 'latin1')
    const bytes = encoding === 'utf-16be' ? Buffer.from(csv('Mug'), 'utf16le').swap16() : ascii
    const { settings } = await openCatalogue([bytes], { encoding })
    expect(settings.encoding).toBe(encoding)
  }
})
