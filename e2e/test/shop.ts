/** A generated shop in the form of the real data set, with every kind of irregular row of the real one and some more. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRows } from '../replay/src/read-rows.ts'

/** The header of the data set. */
export const HEADER =
  'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

/** The path of the real data set, if it is next to the checkout: `../shared/data`. */
const REAL = join(import.meta.dirname, '../../../shared/data/online_retail.csv.gz')
export const realFile: string | undefined = existsSync(REAL) ? REAL : undefined

const AT = '2011-02-01 09:00:00'
const UK = 'United Kingdom'

/** One row of each irregular kind. Invoice 500001 continues at the end. */
const DIRT = [
  `500001,85123A,HEART,6,${AT},2.55,17850,${UK}`,
  `500001,85123A,HEART,6,${AT},2.55,17850,${UK}`,
  `500001,85123A,HEART,2,2011-02-01 09:01:00,0,17850,${UK}`,
  `500002,85123a,"HEART, ""SMALL""",1,${AT},1.255,,EIRE`,
  `500002,POST,POSTAGE,1,${AT},18,,Unspecified`,
  `500002,M,,3,${AT},0.0001,,Atlantis`,
  `500003,20713,wrongly marked,-4,${AT},0,,${UK}`,
  `500004,20713,OWL,-1,${AT},0,12345,${UK}`,
  `500004,20713,OWL,1,${AT},4,12345,${UK}`,
  `500004,20714,OWL,0,${AT},4,12345,${UK}`,
  `500004,20714,OWL,1,${AT},-4,12345,${UK}`,
  `500004,20714,OWL,1,${AT},4.00001,12345,${UK}`,
  `500004,20714,OWL,1000001,${AT},4,12345,${UK}`,
  `500004,20714,OWL,one,${AT},4,12345,${UK}`,
  `500004,20714,OWL`,
  `C500005,85123A,HEART,-6,${AT},2.55,17850,${UK}`,
  `C500009,85123A,HEART,-8,${AT},2,17850,${UK}`,
  `C500010,85123A,HEART,-100,${AT},2.55,17850,${UK}`,
  `C500011,85123A,HEART,-1,${AT},2.55,,${UK}`,
  `C500012,99999,NONE,-1,${AT},1,17850,${UK}`,
  `C500013,20713,OWL,-1,2011-01-01 00:00:00,4,12345,${UK}`,
  `C500014,20713,OWL,1,${AT},4,12345,${UK}`,
  `C500015,20713,OWL,-2,${AT},3.5,12345,${UK}`,
  `C500016,71053,LANTERN,-1,${AT},3.39,17850,${UK}`,
  `A500006,B,Adjust bad debt,1,${AT},-11062.06,,${UK}`,
  `X500007,85123A,HEART,6,${AT},2.55,17850,${UK}`,
  `500008,20713,OWL,2,2011-01-31 23:59:00,4,12345,Channel Islands`,
  `500008,20713,OWL,2,2011-02-01 00:00:00,4,12345,Channel Islands`,
  `500001,71053,LANTERN,1,${AT},3.39,17850,${UK}`,
]

/** The lines that the summary must contain for {@link DIRT}, with their counts first. */
export const DIRT_COUNTED = [
  [3, 'imported: cancellations, as returns of purchases'],
  [1, 'without a purchase: the row has no customer'],
  [1, 'without a purchase: the customer never bought'],
  [1, 'without a purchase: the customer bought that code only later'],
  [1, 'without a purchase: more units'],
  [1, 'without a purchase: more money'],
  [1, 'refused: quantity above zero on a cancellation'],
  [1, 'refused: adjustment invoice'],
  [1, 'refused: invoice number of an unknown kind'],
  [2, 'refused: negative quantity'],
  [1, 'refused: quantity zero'],
  [1, 'refused: negative price'],
  [1, 'refused: price with more than four decimals'],
  [1, 'refused: quantity or price larger'],
  [2, 'refused: unreadable'],
  [1, 'price zero'],
  [3, 'product that is also in an earlier line'],
  [1, 'exact repeat'],
  [4, 'code that differs from another code'],
  [2, 'code that is not a product'],
  [1, 'no description'],
  [3, 'no customer: ordered as a guest'],
  [4, 'country without an ISO code'],
  [2, 'time later than that of the first row'],
  [4, 'row of an invoice that continues'],
  [1, 'not ordered: all rows refused'],
] as const

/** The returns for the cancellations in {@link DIRT}: two of 500001, one of 500004 with all units, and one of 500008. */
export const DIRT_RETURNED = { returns: 4, units: 9, amount: '25.69', whole: 1 }

/** Number of rows of {@link DIRT} that become lines, and number of their orders. */
export const DIRT_CARRIED = { rows: 10, orders: 4 }

/**
 * Generates a file of the shop: the given number of clean invoices, 3,000 per month, and then one row of each irregular kind.
 *
 * @returns the rows without the header
 */
export function makeRows(invoices: number): readonly string[] {
  const rows: string[] = []
  for (let number = 0; number < invoices; number += 1) {
    const date = new Date(Date.UTC(2011, 2 + Math.floor(number / 3_000), 1, 8, number % 3_000))
    const time = date.toISOString().slice(0, 19).replace('T', ' ')
    for (let line = 0; line <= number % 7; line += 1) {
      const price = `${(number % 40) + line + 1}.${String((number * 37 + line) % 100).padStart(2, '0')}`
      const code = 10_000 + ((number * 7 + line) % 200)
      rows.push(
        `${600_000 + number},${code},THING ${code},${line + 1},${time},${price},${17_000 + (number % 50)},France`,
      )
    }
  }
  return [...rows, ...DIRT]
}

/**
 * Writes the first rows of the real file to a temporary file, because they are faster to read than all rows. Without the real file, writes
 * rows of the shop.
 */
export async function writeSlice(file: string, rows: number): Promise<void> {
  if (realFile === undefined) return await writeShop(file, rows / 10)
  const lines: string[] = [HEADER]
  for await (const fields of readRows(realFile)) {
    lines.push(fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
    if (lines.length > rows) break
  }
  await writeFile(file, lines.join('\n'))
}

/** Writes a file of the shop. */
export async function writeShop(file: string, invoices: number): Promise<void> {
  await writeFile(file, [HEADER, ...makeRows(invoices), ''].join('\n'))
}
