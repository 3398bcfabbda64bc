/** Reads and changes the rules by which a channel is offered products. */
import { isDeepStrictEqual } from 'node:util'
import type { Connection, Database } from '@entrepot/database'
import { appendEvents } from '../../kit/events/store.ts'
import { type Actor, fromStoredActor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { toActorResponse } from '../../kit/principals/schema.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { openWork } from '../copy/channel-work.ts'
import { type ChannelIds, saveOfferRules } from '../copy/store.ts'
import {
  DEFAULT_GUARD_PERCENT,
  type OfferRules,
  ruleIssues,
  rulesChanges,
} from '../offer-rules/index.ts'
import { lockKeyOf, noSuchChannel } from '../poll/poll.ts'
import { findRules, insertRules, type RulesRow } from './rules-store.ts'
import { OfferRulesRequest, type OfferRulesResponse } from './schema.ts'

const issuesOf = compileBody(OfferRulesRequest)

/** Reads the rules of a channel. Refusal: `MARKET_NOT_FOUND`. */
export async function getOfferRules(
  connection: Connection,
  ids: ChannelIds,
): Promise<OfferRulesResponse | Refusal> {
  const row = await findRules(connection, ids)
  return row ? toResponse(row) : noSuchChannel(ids.channelId)
}

/**
 * Replaces the rules of a channel. Products are compared with them during later polls, not at once. Rules that equal the stored ones change
 * nothing.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT` with every issue; `MARKET_OFFER_RULES_CHANGED` the request names another version than
 * the stored one.
 *
 * @example
 * await putOfferRules(database, customer, 7, { Price: { Default: { Steps: [{ Commission: 15 }] } } })
 */
export async function putOfferRules(
  database: Database,
  { customerId, baseCurrency }: Customer,
  channelId: number,
  request: OfferRulesRequest,
  actor: Actor = SYSTEM,
): Promise<OfferRulesResponse | Refusal> {
  const issues = issuesOfRules(request, baseCurrency)
  if (issues.length > 0) return refuseIssues(issues)
  const { Version } = request
  const rules = rulesOf(request)
  const ids = { customerId, channelId }
  return await takeKeyedEffect(database, lockKeyOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(channelId)
    const stored = (await findRules(tx, ids)) as RulesRow
    if (isDeepStrictEqual(stored.rules ?? {}, rules)) return toResponse(stored)
    if ((Version ?? stored.version) !== stored.version) return refuseVersion(stored.version)
    const version = stored.version + 1
    // What the new rules look up is stored when products are next compared.
    work.state.offerFacts = null
    await insertRules(tx, ids, version, rules, actor)
    await saveOfferRules(tx, ids, rules, version)
    work.compareAll('rule')
    await work.save()
    const Changes = rulesChanges(stored.rules ?? {}, rules, DEFAULT_GUARD_PERCENT)
    const data = { ChannelId: channelId, Version: version, Changes }
    const subject = { kind: 'channel', id: channelId } as const
    await appendEvents(tx, customerId, [
      { type: 'offer_rules.changed', subject, channelId, actor, data },
    ])
    const changed = await getOfferRules(tx, ids)
    if (isRefusal(changed)) throw new Error(`channel ${channelId} was changed and is gone`)
    return changed
  })
}

/** The issues of rules, of their shape and beyond it. */
export function issuesOfRules(request: OfferRulesRequest, baseCurrency: string): readonly Issue[] {
  const issues = issuesOf(request)
  return issues.length > 0 ? issues : ruleIssues(rulesOf(request), baseCurrency)
}

/** The rules themselves. */
export function rulesOf({
  Version: _,
  ChangedAt: __,
  ChangedBy: ___,
  ...rules
}: OfferRulesRequest): OfferRules {
  return rules
}

function refuseVersion(version: number): Refusal {
  const detail = `The rules have been changed since they were read: they have version ${version} now. Read them again.`
  const message = `must be ${version}, or be left out`
  return refuse('MARKET_OFFER_RULES_CHANGED', detail, [{ path: '/Version', message }])
}

function toResponse({
  rules,
  version,
  changedAt,
  keyLabel,
  ...stored
}: RulesRow): OfferRulesResponse {
  return {
    ...rules,
    Version: version,
    ChangedAt: changedAt?.toISOString() ?? null,
    ChangedBy: changedAt && toActorResponse(fromStoredActor(stored, keyLabel)),
  }
}
