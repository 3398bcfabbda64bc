/** The check of the guard: calls that need a person are stored and refused, unless a person has approved them. */
import { hash } from 'node:crypto'
import { type Database, isRehearsing } from '@entrepot/database'
import type { Scope } from '@entrepot/marketplace'
import {
  isRefusal,
  type Refusal,
  type Requirement,
  type Requirements,
  refuse,
} from '@entrepot/marketplace/routes'
import { storedActor } from '../../people/stored-actor.ts'
import type { AgentCall, AgentCheck } from '../guard.ts'
import type { MeasuredCall } from '../measures/call.ts'
import type { Part } from '../measures/parts.ts'
import { currentCall } from '../running-call.ts'
import { claimInClient, finishApproval, requestApproval } from './approvals.ts'
import { type AgentRules, DEFAULT_RULES, type Needs, whoApproves } from './rules/rules.ts'
import { selectRules } from './rules/store.ts'
import type { Approval, NewApproval } from './store.ts'
import { summarize } from './summary.ts'

/** Operations that refuse agents themselves, so that nobody can approve them for an agent; and the stop, which waits for nobody. */
const NEVER_BY_AGENTS: ReadonlySet<string> = new Set([
  'approveAgentCall',
  'rejectAgentCall',
  'replaceAgentRules',
  'createHeadlessAgent',
  'approveHeadlessAgent',
  'rejectHeadlessAgent',
  'deleteHeadlessAgentKey',
  'addHeadlessAgentKey',
  'addHeadlessAgentWorkload',
  'deleteHeadlessAgentWorkload',
  'stopAgents',
  'resumeAgents',
  'replaceAgentCaps',
  'deleteAgentCaps',
  'endMySessions',
  'endMySession',
  'changeMyPasskey',
  'removeMyPasskey',
  'replaceDefaultAgentCaps',
])

/** Larger bodies are not kept for an approval. */
const MAX_BODY = 1024 * 1024

/**
 * Makes the check.
 *
 * @param refuseExceeded of the limits of agents: nobody is asked about a call that they refuse anyway
 */
export function createApprovalCheck(database: Database, refuseExceeded: AgentCheck): AgentCheck {
  return async (call) => {
    if (!isCovered(call)) return undefined
    const { customer, actor } = call.principal
    const parts = await call.measure()
    // The caps, which come last, count the call and refuse it.
    if (isRefusal(parts)) return undefined
    const stored = await selectRules(database, customer.customerId)
    const rules = stored?.rules ?? DEFAULT_RULES
    const needs = whoApproves(rules, parts, actor.person === undefined)
    if (needs === undefined) return undefined
    const wanted = toWanted(call, { parts, needs, rules, tool: currentCall()?.tool })
    if (isRefusal(wanted)) return wanted
    if (await isApprovedInClient(database, call, wanted)) return undefined
    const exceeded = await refuseExceeded(call)
    if (exceeded !== undefined) return exceeded
    const approval = await requestApproval(database, wanted)
    return isRefusal(approval) ? approval : refuseUntilApproved(approval)
  }
}

/** A dry run changes nothing, and a call that was approved is made as it was stored. */
function isCovered({ isWrite, operationId }: AgentCall): boolean {
  const needsNobody = isRehearsing() || currentCall()?.isApproved
  return isWrite && !needsNobody && !NEVER_BY_AGENTS.has(operationId)
}

/** Whether the person of the agent has approved this call in the client; its answer is stored then. */
async function isApprovedInClient(
  database: Database,
  { request }: AgentCall,
  wanted: NewApproval,
): Promise<boolean> {
  const running = currentCall()
  if (running?.approvalId === undefined || wanted.needs !== 'PERSON') return false
  const key = request.headers['idempotency-key']?.toString()
  const claimed = await claimInClient(database, wanted, running.approvalId, key)
  if (claimed === undefined) return false
  running.onAnswer = async (answer) => await finishApproval(database, claimed.approvalId, answer)
  return true
}

interface Wanted {
  readonly parts: readonly Part[]
  readonly needs: Needs
  readonly rules: AgentRules
  readonly tool: string | undefined
}

/** The call as it is stored, or why it cannot be. */
function toWanted(call: AgentCall, { parts, needs, rules, tool }: Wanted): NewApproval | Refusal {
  const { request, principal, operationId, agentKey } = call
  const { config, schema } = request.routeOptions
  const label = (schema as { summary?: string } | undefined)?.summary ?? operationId
  const { customer, actor, scopes } = principal
  const params = request.params as MeasuredCall['params']
  const named = { operationId, params, body: request.body }
  const summary = summarize(named, parts, { label, currency: customer.baseCurrency })
  const body =
    request.body === undefined || request.body === null ? null : JSON.stringify(request.body)
  if (config.hasSecret || config.streamsBody || (body?.length ?? 0) > MAX_BODY) {
    const detail = `No agent does this alone, and it cannot wait for an approval: ${
      config.hasSecret ? 'its answer has a secret' : 'its body is too large'
    }. A person has to do it in the console or by the API. ${summary}`
    return refuse('MARKET_FORBIDDEN', detail)
  }
  const { tool: _, ...own } = storedActor(actor)
  const { method, url } = request
  return {
    ...{ customerId: customer.customerId, agentKey, actor: own, scopes, tool: tool ?? null },
    ...{ operation: operationId, neededScopes: scopesOf(config.requires ?? []) },
    ...{ method, url, body, callHash: hash('sha256', JSON.stringify([method, url, body]), 'hex') },
    ...{ summary, measures: parts, needs, expiryHours: rules.expiryHours },
  }
}

/** Of which a merchant needs one for the call. */
function scopesOf(requires: Requirements): readonly Scope[] {
  const all = [requires].flat() as readonly Requirement[]
  return all.filter(({ kind }) => kind === 'merchant').flatMap(({ scope }) => scope)
}

function refuseUntilApproved({ approvalId, summary, expiresAt, needs }: Approval): Refusal {
  const id = Number(approvalId)
  const who = needs === 'MEMBER' ? 'a member' : 'the person for whom you act, or a member,'
  const detail = `The call was not made: ${who} has to approve it. ${summary} Read GET /v2/agent-approvals/${id} for the decision; do not repeat the call.`
  const approval = {
    id,
    summary,
    expiresAt: expiresAt.toISOString(),
    needsMember: needs === 'MEMBER',
  }
  return { ...refuse('SERVER_APPROVAL_REQUIRED', detail), extension: { approval } }
}
