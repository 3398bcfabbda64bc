/** Adds up the sales of a period. */
import type { Connection } from '@entrepot/database'
import { decimal } from '../../kit/shared/money.ts'
import { MAX_SOLD_ORDERS, type Sales } from './sales-schema.ts'
import { type DayRow, type ProductRow, readPeriod, sumDays, sumProducts } from './sales-store.ts'

/** Reads the sales of the last days, and compares them with those of as many days before. */
export async function readSales(
  connection: Connection,
  customerId: string,
  days: number,
  withProducts: boolean,
): Promise<Sales> {
  const period = await readPeriod(connection, customerId, days)
  const rows = await sumDays(connection, customerId, period)
  const products = withProducts ? await sumProducts(connection, customerId, period.since) : null
  const counted = rows.reduce((sum, { orders }) => sum + orders, 0)
  return {
    At: period.at.toISOString(),
    TimeZone: period.timeZone,
    FirstDay: period.firstDay,
    LastDay: period.lastDay,
    Total: totalOf(rows.filter(({ isBefore }) => !isBefore)),
    Before: totalOf(rows.filter(({ isBefore }) => isBefore)),
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

/** Adds up days. */
export function totalOf(rows: readonly DayRow[]): Sales['Total'] {
  const sum = (pick: (row: DayRow) => number) =>
    rows.reduce((total, row) => total.plus(pick(row)), decimal(0))
  const revenue = sum((row) => row.revenue)
  const sold = sum((row) => row.sold).toNumber()
  return {
    OrderCount: sum((row) => row.orders).toNumber(),
    Revenue: revenue.toNumber(),
    SoldCount: sold,
    AverageOrder: sold === 0 ? null : Number(revenue.div(sold).toFixed(2)),
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
