/** Formats the summary of a replay as text and tables. */
import { basename } from 'node:path'
import { formatAmount } from './amounts.ts'
import { UNMATCHED, type Unmatched } from './cancellations.ts'
import { REFUSALS } from './classify.ts'
import { NOTES } from './invoices.ts'
import { accountForRows, monthsOf, refundsOf, wholeReturns } from './outcome.ts'
import type { ReplayOptions, ReplayResult } from './replay.ts'
import { countOf, restockedUnits } from './stock.ts'
import { noSums, totalOf } from './sums.ts'

/**
 * Formats the summary: the treatment of the rows, the irregular rows, the orders, the totals per month, and the result.
 *
 * @example
 * process.stdout.write(formatSummary(await replay(options), options))
 */
export function formatSummary(result: ReplayResult, options: ReplayOptions): string {
  const { file, hub } = options
  return [
    `Replay of ${basename(file)} on ${hub.url}`,
    '',
    ...rowsPart(result),
    '',
    ...notesPart(result),
    '',
    ...ordersPart(result),
    '',
    ...monthsPart(result, options.currency ?? 'GBP'),
    '',
    ...basePart(result),
    ...returnsPart(result, options.currency ?? 'GBP'),
    '',
    ...stockPart(result),
    ...resultPart(result),
    '',
  ].join('\n')
}

function rowsPart({ survey, outcome, plan }: ReplayResult): readonly string[] {
  const { rows, accounted, carried } = accountForRows(survey, outcome, plan)
  const counts: [string, number][] = [['imported: lines of orders, as read back', carried]]
  counts.push(['imported: cancellations, as returns of purchases', plan.rows])
  for (const [reason, text] of Object.entries(UNMATCHED)) {
    const rows = plan.unmatched.get(reason as Unmatched)?.rows
    if (rows !== undefined) counts.push([`cancellation without a purchase: ${text}`, rows])
  }
  for (const [reason, count] of survey.refused) counts.push([`refused: ${REFUSALS[reason]}`, count])
  for (const [reason, refusal] of outcome.refusals) {
    counts.push([`refused by the hub: ${reason}`, refusal.rows])
  }
  if (survey.leftOut > 0) counts.push(['left out by --limit', survey.leftOut])
  const sum =
    rows === accounted ? 'total: every row is counted once' : 'total: NOT every row is counted once'
  return [`${number(rows)} rows in the file`, ...counts.map(indented), indented([sum, accounted])]
}

function notesPart({ outcome }: ReplayResult): readonly string[] {
  const notes = Object.entries(NOTES).map(([note, text]): [string, number] => [
    text,
    outcome.notes.get(note as keyof typeof NOTES) ?? 0,
  ])
  return ['Rows imported without a change (a row can be of several kinds)', ...notes.map(indented)]
}

function ordersPart({ survey, outcome, seconds, retries }: ReplayResult): readonly string[] {
  const refused = outcome.refusals.values().reduce((sum, { orders }) => sum + orders, 0)
  const counts: [string, number][] = [
    ['ordered: answered with 201', outcome.created],
    ['already there: answered with 200', outcome.alreadyThere],
    ['refused by the hub', refused],
    ['not ordered: all rows refused', survey.invoices.size - survey.orders],
    ['products', survey.products.size],
    ['requests repeated after a lost connection or a 5xx', retries],
  ]
  const speed = `${(outcome.readBack / seconds).toFixed(0)} orders/s posted, fetched, acknowledged, shipped`
  const memory = `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`
  return [
    `${number(survey.invoices.size)} sales invoices`,
    ...counts.map(indented),
    `  ${seconds.toFixed(1)} s: ${speed}; ${memory}`,
  ]
}

function returnsPart(result: ReplayResult, currency: string): readonly string[] {
  const { survey, outcome, plan, returnSeconds } = result
  const planned = refundsOf(plan)
  const rowOf = (month: string, file = noSums(), hub = noSums()) => [
    month,
    both(file.orders, hub.orders),
    both(file.units, hub.units),
    formatAmount(file.amount),
    formatAmount(hub.amount),
    formatAmount(hub.amount - file.amount),
  ]
  const months = [...new Set([...planned.keys(), ...outcome.refunds.keys()])].sort()
  const cells = [
    ['month', 'returns', 'units', `file ${currency}`, `hub ${currency}`, 'difference'],
    ...months.map((month) => rowOf(month, planned.get(month), outcome.refunds.get(month))),
    rowOf('total', totalOf(planned), totalOf(outcome.refunds)),
  ]
  const counts: [string, number][] = [
    ['shipments, as listed by the hub', outcome.shipmentsListed],
    ['units shipped, as listed by the hub', outcome.unitsShipped],
    ['orders with all units returned: RETURNED', wholeReturns(survey, plan).length],
  ]
  return [
    'Fulfilment',
    ...counts.map(indented),
    `  ${returnSeconds.toFixed(1)} s: ${(plan.returns.length / returnSeconds).toFixed(0)} returns/s posted and accepted`,
    '',
    ...table(cells),
    '',
    ...cancelledPart(result, currency),
  ]
}

/** All cancellations of the file by their treatment. The sum of the parts must equal the total. */
function cancelledPart(
  { survey, outcome, plan }: ReplayResult,
  currency: string,
): readonly string[] {
  const all = survey.cancelled.reduce((sum, row) => sum + BigInt(row.quantity) * row.unitPrice, 0n)
  const returned = totalOf(outcome.refunds).amount
  const parts = [...plan.unmatched].map(([reason, { amount }]): [string, bigint] => [
    `no purchase: ${UNMATCHED[reason]}`,
    amount,
  ])
  const sum = parts.reduce((total, [, amount]) => total + amount, returned)
  const rows: readonly [string, bigint][] = [
    ['returned, as listed by the hub', returned],
    ...parts,
    ['sum', sum],
    ['all cancellations in the file', all],
  ]
  return [
    `Cancellations, ${currency}`,
    ...rows.map(([text, amount]) => `  ${formatAmount(amount).padStart(12)}  ${text}`),
  ]
}

/** The stock of all products together. Empty if the hub does not keep it. */
function stockPart({ survey, outcome, plan }: ReplayResult): readonly string[] {
  const { stock, sold } = outcome
  if (stock === undefined) return []
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)
  const counts: [string, number][] = [
    [
      'units counted before the first order',
      sum(survey.products.values().map(({ units }) => countOf(units))),
    ],
    ['units shipped', sum(sold.values())],
    ['units of returns for sale again', sum(restockedUnits(plan).values())],
    [
      'units in stock, as listed by the hub',
      sum(survey.products.keys().map((code) => stock.get(code) ?? 0)),
    ],
  ]
  return [
    `Stock of ${number(survey.products.size)} products, kept by the hub`,
    ...counts.map(indented),
    '',
  ]
}

function monthsPart({ survey, outcome }: ReplayResult, currency: string): readonly string[] {
  const rowOf = (month: string, file = noSums(), hub = noSums()) => [
    month,
    both(file.orders, hub.orders),
    both(file.lines, hub.lines),
    both(file.units, hub.units),
    formatAmount(file.amount),
    formatAmount(hub.amount),
    formatAmount(hub.amount - file.amount),
  ]
  const names = ['month', 'orders', 'lines', 'units', `file ${currency}`, `hub ${currency}`]
  const cells = [
    [...names, 'difference'],
    ...monthsOf(survey, outcome).map((month) =>
      rowOf(month, survey.months.get(month), outcome.months.get(month)),
    ),
    rowOf('total', totalOf(survey.months), totalOf(outcome.months)),
  ]
  return table(cells)
}

/** The totals in the base currency. Empty without rates. */
function basePart({ base, outcome }: ReplayResult): readonly string[] {
  if (base === undefined) return []
  const months = [...new Set([...base.keys(), ...outcome.baseMonths.keys()])].sort()
  const sum = (sums: ReadonlyMap<string, bigint>) =>
    sums.values().reduce((total, amount) => total + amount, 0n)
  const rowOf = (month: string, file = 0n, hub = 0n) => [
    month,
    formatAmount(file),
    formatAmount(hub),
    formatAmount(hub - file),
  ]
  return [
    'In euros, with the rate of the European Central Bank of each order',
    ...table([
      ['month', 'file EUR', 'hub EUR', 'difference'],
      ...months.map((month) => rowOf(month, base.get(month), outcome.baseMonths.get(month))),
      rowOf('total', sum(base), sum(outcome.baseMonths)),
    ]),
    '',
  ]
}

function table(cells: readonly (readonly string[])[]): readonly string[] {
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  return cells.map((row) => row.map((cell, at) => cell.padStart(widths?.[at] ?? 0)).join('  '))
}

/** One number, or both if file and hub differ. */
function both(file: number, hub: number): string {
  return file === hub ? number(hub) : `${number(hub)} (file ${number(file)})`
}

function resultPart({ issues }: ReplayResult): readonly string[] {
  if (issues.length > 0) {
    return ['DOES NOT RECONCILE', ...issues.map((issue) => `  ${issue}`)]
  }
  return [
    'RECONCILED: every row is counted once, every stored order is shipped and has the content that was sent, and the totals of each month match, refunds included.',
  ]
}

function indented([text, count]: readonly [string, number]): string {
  return `  ${number(count).padStart(9)}  ${text}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
