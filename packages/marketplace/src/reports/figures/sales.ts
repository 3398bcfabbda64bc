/** Adds up the sales of a period. */
import type { Connection } from '@entrepot/database'
import { decimal, minorUnits, round } from '../../kit/shared/money.ts'
import { MAX_SOLD_ORDERS, type Sales } from './sales-schema.ts'
import {
  type DayRow,
  type ProductRow,
  readPeriod,
  type Seller,
  sumDays,
  sumProducts,
} from './sales-store.ts'

/** Reads the sales of the last days, and compares them with those of as many days before. */
export async function readSales(
  connection: Connection,
  seller: Seller,
  days: number,
  withProducts: boolean,
): Promise<Omit<Sales, 'UnitsReturned'>> {
  const period = await readPeriod(connection, seller.customerId, days)
  const rows = await sumDays(connection, seller, period)
  const products = withProducts ? await sumProducts(connection, seller, period.since) : null
  const places = minorUnits(seller.baseCurrency)
  const counted = rows.reduce((sum, { orders }) => sum + orders, 0)
  return {
    At: period.at.toISOString(),
    TimeZone: period.timeZone,
    FirstDay: period.firstDay,
    LastDay: period.lastDay,
    Total: totalOf(
      rows.filter(({ isBefore }) => !isBefore),
      places,
    ),
    Before: totalOf(
      rows.filter(({ isBefore }) => isBefore),
      places,
    ),
    Days: daysOf(rows),
    Products: products?.map(toProduct) ?? null,
    Margin: products && marginOf(products),
    IsComplete: counted < MAX_SOLD_ORDERS,
  }
}

/** The sales of each day and channel of the period. */
export function daysOf(rows: readonly DayRow[]): Sales['Days'] {
  return rows
    .filter(({ isBefore }) => !isBefore)
    .map(({ date, channelId, orders, revenue }) => ({
      ...{ Date: date, ChannelId: channelId },
      ...{ OrderCount: orders, Revenue: revenue },
    }))
}

/** Adds up days. The average has so many decimals. */
function totalOf(rows: readonly DayRow[], places: number): Sales['Total'] {
  const sum = (pick: (row: DayRow) => number) =>
    rows.reduce((total, row) => total.plus(pick(row)), decimal(0))
  const revenue = sum((row) => row.revenue)
  const sold = sum((row) => row.sold).toNumber()
  return {
    OrderCount: sum((row) => row.orders).toNumber(),
    Revenue: revenue.toNumber(),
    SoldCount: sold,
    AverageOrder: sold === 0 ? null : round(revenue.div(sold), places).toNumber(),
  }
}

function toProduct({ reference, name, imageUrl, units, revenue, margin }: ProductRow) {
  return {
    ...{ MerchantProductReference: reference, Name: name, ImageUrl: imageUrl },
    ...{ Units: units, Revenue: revenue, Margin: margin },
  }
}

function marginOf([first]: readonly ProductRow[]): Sales['Margin'] {
  if (first === undefined || first.allMargin === null) return null
  const { allMargin, knownExclVat, allExclVat } = first
  const share = allExclVat === 0 ? 0 : (100 * knownExclVat) / allExclVat
  return { Amount: allMargin, Revenue: knownExclVat, KnownPercent: Math.round(share * 10) / 10 }
}
