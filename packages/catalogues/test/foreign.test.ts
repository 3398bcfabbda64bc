import { expect, test } from 'vitest'
import { openCatalogue } from '../src/index.ts'
import { readAll } from './reading.ts'

const zip = (inner: string) => Buffer.from(`PK\u0003\u0004\u0014\u0000${inner}`, 'latin1')

test.each([
  ['a workbook', zip('[Content_Types].xml'), /Excel \(\.xlsx\).*save it as CSV UTF-8/],
  ['an old workbook', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), /Excel \(\.xls\)/],
  ['an .ods', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), /LibreOffice/],
  ['an archive', zip('products.csv'), /archive \(ZIP\): unpack it/],
  ['a compressed file', Buffer.from('\x1f\x8b\x08', 'latin1'), /gzip/],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /a PDF/],
  ['a web page', Buffer.from('<!DOCTYPE html><html><form>'), /a web page: sign in/],
])('%s is refused with what it is and what to do', async (_, bytes, message) => {
  await expect(openCatalogue([bytes])).rejects.toMatchObject({
    code: 'CATALOGUE_FORMAT_UNKNOWN',
    message: expect.stringMatching(message),
  })
})

test.each([
  ['Squarespace', 'Product ID [Non Editable],Variant ID [Non Editable],Product Type,Title,SKU'],
  ['BigCommerce', 'Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Price'],
  ['BigCommerce', 'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Price'],
  ['Etsy', 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS'],
  ['Square', 'Token,Item Name,Variation Name,SKU,Price'],
  ['orders', 'Name,Email,Financial Status,Paid at,Fulfillment Status'],
])('a file of %s is refused with its name', async (system, header) => {
  await expect(openCatalogue([Buffer.from(`${header}\nx\n`)])).rejects.toMatchObject({
    code: 'CATALOGUE_FORMAT_UNKNOWN',
    message: expect.stringContaining(system),
  })
})

test('XML without items is refused, also if it is long', async () => {
  const short = '<SHOP><SHOPITEM><PRODUCT>Mug</PRODUCT></SHOPITEM></SHOP>'
  await expect(openCatalogue([Buffer.from(short)])).rejects.toMatchObject({
    code: 'CATALOGUE_FORMAT_UNKNOWN',
    message: expect.stringContaining('no <item>'),
  })
  const long = `<SHOP>${'<SHOPITEM><PRODUCT>Mug</PRODUCT></SHOPITEM>'.repeat(10_000)}</SHOP>`
  await expect(readAll(long)).rejects.toMatchObject({ code: 'CATALOGUE_FORMAT_UNKNOWN' })
})

test('names of columns come into a message without control characters', async () => {
  const error = await openCatalogue([Buffer.from('a\u001b[31m,b\nx,y\n')]).catch((cause) => cause)
  expect(error.message).not.toMatch(/\p{Cc}/u)
})
