/** What new rules would change of the offers of a channel. */
import type { Connection } from '@entrepot/database'
import type { ProductRecord } from '../../../catalogue/products/rules.ts'
import { type Refusal, refuseIssues } from '../../../kit/shared/errors.ts'
import { forEachYielding } from '../../../kit/yielding/for-each-yielding.ts'
import { readBranches, readParents } from '../../copy/item-store.ts'
import { readOfferFacts } from '../../copy/offers/terms-store.ts'
import type { ChannelIds } from '../../copy/store.ts'
import { type ChannelSettings, settingsOf, toItem } from '../../copy/target.ts'
import { noSuchChannel } from '../../poll/poll.ts'
import { issuesOfRules, rulesOf } from '../rules.ts'
import type { OfferRulesRequest } from '../schema.ts'
import type { OfferPreview } from './schema.ts'
import { type OfferRow, readChannelState, readOfferRows } from './store.ts'
import { PreviewTally } from './tally.ts'

/** Maximum number of products per statement. */
const PAGE = 500

/** A row as the tally takes it. */
type Row = Omit<OfferRow, keyof ProductRecord> & { readonly record: ProductRecord }

/**
 * Compares what a channel would be offered by new rules with what it would be offered now, for each product of the catalogue. Nothing is
 * stored or locked: each page of products is read by a statement of its own.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue; `MARKET_NOT_FOUND` when the channel does not exist.
 *
 * @param signal ends the comparison before the next page
 * @throws the reason of the signal
 * @example
 * const preview = await previewOfferRules(database, ids, { Price: { Default: { Steps: [{ Percent: 5 }] } } })
 */
export async function previewOfferRules(
  connection: Connection,
  ids: ChannelIds,
  request: OfferRulesRequest,
  signal?: AbortSignal,
): Promise<OfferPreview | Refusal> {
  const state = await readChannelState(connection, ids)
  if (state === undefined) return noSuchChannel(ids.channelId)
  const issues = issuesOfRules(request, state.baseCurrency)
  if (issues.length > 0) return refuseIssues(issues)
  const rules = rulesOf(request)
  const customer = { ...ids, ...state }
  const facts = await readOfferFacts(connection, customer, rules)
  const storedFacts = await readOfferFacts(connection, customer, state.offerRules)
  const tally = new PreviewTally(
    settingsOf(state, storedFacts, state.now),
    settingsOf({ ...state, offerRules: rules }, facts, state.now),
  )
  await compareAll(connection, ids, state.mode, tally, signal)
  return tally.finish()
}

/** Adds the products of the catalogue to the tally. The database reads a page while the one before is compared. */
async function compareAll(
  connection: Connection,
  ids: ChannelIds,
  mode: ChannelSettings['mode'],
  tally: PreviewTally,
  signal: AbortSignal | undefined,
): Promise<void> {
  let page = await readOfferRows(connection, ids, '', PAGE)
  while (page.length > 0) {
    signal?.throwIfAborted()
    const rows: Row[] = []
    await forEachYielding(page, (json) => rows.push(toRow(json)))
    const last = rows.at(-1)?.record.MerchantProductReference ?? ''
    const next = readOfferRows(connection, ids, last, PAGE)
    ;[page] = await Promise.all([next, comparePage(connection, ids, mode, tally, rows)])
  }
}

async function comparePage(
  connection: Connection,
  ids: ChannelIds,
  mode: ChannelSettings['mode'],
  tally: PreviewTally,
  rows: readonly Row[],
): Promise<void> {
  const parents = await readParents(connection, ids.customerId, rows)
  const branches = await readBranches(connection, ids, rows, mode)
  await forEachYielding(rows, (row) => {
    const { isListed, version } = row
    tally.add(toItem(row, parents, branches), { isListed, version })
  })
}

function toRow(json: string): Row {
  const row: OfferRow = JSON.parse(json)
  return { ...row, record: row }
}
