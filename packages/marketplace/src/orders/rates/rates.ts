/** Stores exchange rates, and converts the orders that wait for them. */
import type { Connection, Database } from '@entrepot/database'
import { noSuchCustomer } from '../../accounts/customers/customers.ts'
import { findCustomers, lockCustomer } from '../../accounts/customers/store.ts'
import { SYSTEM } from '../../kit/principals/actor.ts'
import { issuesOfLines } from '../../kit/shared/csv-table.ts'
import { isRefusal, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { repriceOrders } from '../corrections/corrections.ts'
import { lockArrivals, lockOrders } from '../record/store.ts'
import { readRatesCsv } from './csv.ts'
import { exactRate, rateIssues } from './rules.ts'
import {
  MAX_RATES,
  type RateItem,
  type RateResponse,
  RatesRequest,
  type RatesResult,
} from './schema.ts'
import * as store from './store.ts'

/** Number of orders that one transaction converts. Each order has at most 5,000 lines. */
const PAGE = 50

/** Number of transactions of a request that convert orders. The rest is converted in the background. */
const STEPS_OF_REQUEST = 20

const issuesOf = compileBody(RatesRequest)

/**
 * Stores rates, all or none. A rate replaces the one of the same currency and date. Orders that wait for one of the rates are converted, and
 * become NEW if nothing else is left to correct: up to 1,000 before the function returns, further ones in the background. Orders that already
 * have a rate keep it.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue; `MARKET_NOT_FOUND` when the customer does not exist.
 *
 * @example
 * await putRates(database, '2', [{ CurrencyCode: 'USD', Date: '2026-11-20', Rate: '0.924385' }])
 */
export async function putRates(
  database: Database,
  customerId: string,
  items: readonly RateItem[],
): Promise<RatesResult | Refusal> {
  const issues = issuesOf(items)
  if (issues.length > 0) return refuseIssues(issues)
  const refusal = await storeRates(database, customerId, items)
  if (refusal) return refusal
  const { converted, isComplete } = await convertWaiting(database, customerId, STEPS_OF_REQUEST)
  return { StoredCount: items.length, RepricedCount: converted, IsComplete: isComplete }
}

/** The result of {@link importRates}. */
export interface ImportedRates {
  readonly StoredCount: number
  readonly RepricedCount: number
}

/**
 * Stores the rates of a CSV file (see `readRatesCsv`), 10,000 in a transaction, as {@link putRates} does. If a line is wrong, the lines of
 * its transaction and those after it are not stored; the call can be repeated.
 *
 * Refusals: `MARKET_INVALID_INPUT` with the numbers of the lines; `MARKET_NOT_FOUND` when the customer does not exist.
 *
 * @example
 * await importRates(database, '2', await readFile('rates.csv', 'utf8'))
 */
export async function importRates(
  database: Database,
  customerId: string,
  text: string,
): Promise<ImportedRates | Refusal> {
  const items = readRatesCsv(text)
  if (isRefusal(items)) return items
  let repriced = 0
  for (let start = 0; start < items.length; start += MAX_RATES) {
    const stored = await putRates(database, customerId, items.slice(start, start + MAX_RATES))
    if (isRefusal(stored))
      return stored.errors.length > 0 ? refuseIssues(issuesOfLines(stored.errors, start)) : stored
    repriced += stored.RepricedCount
  }
  return { StoredCount: items.length, RepricedCount: repriced }
}

async function storeRates(
  database: Database,
  customerId: string,
  items: readonly RateItem[],
): Promise<Refusal | undefined> {
  return await takeKeyedEffect(database, customerId, async (tx) => {
    // Rates lead to the base currency, which does not change while this lock is held.
    const customer = await lockCustomer(tx, customerId)
    if (customer === undefined) return noSuchCustomer(customerId)
    const issues = rateIssues(items, customer.baseCurrency)
    if (issues.length > 0) return refuseIssues(issues)
    const rates = items.map((item) => ({ ...item, Rate: exactRate(item.Rate) as string }))
    await store.upsertRates(tx, customerId, rates)
    await lockArrivals(tx, customerId, 'product')
    return undefined
  })
}

/** The result of {@link convertWaiting}. */
export interface Conversion {
  readonly converted: number
  /** False if waiting orders may be left. */
  readonly isComplete: boolean
}

/**
 * Converts the orders of a customer that wait for rates which have changed, in transactions of 50 orders. The position is stored with the
 * orders, so that another call continues after a crash. Several nodes can call it at once.
 *
 * @param maxSteps maximum number of transactions
 */
export async function convertWaiting(
  database: Database,
  customerId: string,
  maxSteps: number,
): Promise<Conversion> {
  let converted = 0
  for (let step = 0; step < maxSteps; step += 1) {
    const count = await convertNext(database, customerId)
    if (count === undefined) {
      // Another transaction may be converting a currency.
      return { converted, isComplete: !(await store.hasChangedRates(database, customerId)) }
    }
    converted += count
  }
  return { converted, isComplete: false }
}

/** Converts the next orders. Undefined if no currency is left that no other transaction converts. */
async function convertNext(database: Database, customerId: string): Promise<number | undefined> {
  return await keyedTransaction(database, customerId, async (tx) => {
    const changed = await store.claimChangedRate(tx, customerId)
    const [customer] = await findCustomers(tx, [customerId])
    if (changed === undefined || customer === undefined) return undefined
    const ids = await store.findOrdersWithoutRate(tx, customerId, changed, PAGE)
    const locked = await lockOrders(tx, customerId, ids)
    // Another transaction may have converted or cancelled an order since.
    const orders = locked.filter(
      (order) => order.Status === 'REQUIRES_CORRECTION' && order.RateToBaseCurrency === null,
    )
    if (orders.length > 0) await repriceOrders(tx, customer, orders, SYSTEM)
    const afterOrderId = ids.at(-1)
    if (afterOrderId === undefined || ids.length < PAGE) {
      await store.removeChangedRate(tx, customerId, changed.currency)
    } else await store.advanceChangedRate(tx, customerId, { ...changed, afterOrderId })
    return orders.length
  })
}

/**
 * Converts the waiting orders of all customers.
 *
 * @throws AggregateError after the last customer, if the orders of some could not be converted
 */
export async function convertAllWaiting(database: Database): Promise<void> {
  const errors: unknown[] = []
  for (const customerId of await store.findChangedCustomers(database)) {
    // The orders of a customer never hold up those of another.
    await convertWaiting(database, customerId, Number.POSITIVE_INFINITY).catch((error: unknown) =>
      errors.push(error),
    )
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `the orders of ${errors.length} customers were not converted`)
}

/** Reads a page of rates by date, then by currency. */
export async function listRates(
  connection: Connection,
  customerId: string,
  filter: store.RateFilter,
  limit: number,
): Promise<RateResponse[]> {
  return await store.findRates(connection, customerId, filter, limit)
}

/** Deletes a rate. Orders that were converted with it keep it. Refusal: `MARKET_NOT_FOUND`. */
export async function deleteRate(
  connection: Connection,
  customerId: string,
  currency: string,
  date: string,
): Promise<Refusal | undefined> {
  if (await store.deleteRate(connection, customerId, currency, date)) return undefined
  return refuse('MARKET_NOT_FOUND', `There is no exchange rate of ${currency} for ${date}.`)
}
