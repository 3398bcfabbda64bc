/** Saves views of lists: a filter and columns under a name, for oneself or for all who act for the merchant. */
import { type Database, isUniqueViolation, type Transaction, transaction } from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Principal } from '../../kit/principals/principal.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { VIEW_FILTERS, type ViewChange, type ViewList, type ViewRequest } from './schema.ts'
import * as store from './store.ts'

/** Views of one person, agent or key, and shared views of a customer. */
const MAX_VIEWS = 100

const checks = {
  orders: compileBody(VIEW_FILTERS.orders),
  products: compileBody(VIEW_FILTERS.products),
} as const

/** Whose views an actor has. An agent has those of the person for whom it acts. */
export function viewOwner({ kind, id, person }: Actor): string {
  return person ? `person:${person.id}` : `${kind}:${id}`
}

/**
 * Saves a view.
 *
 * Refusals: `MARKET_INVALID_INPUT` for a filter that the list does not take; `MARKET_FORBIDDEN` to share without the right to;
 * `MARKET_REFERENCE_IN_USE` for a name that is taken; `MARKET_TOO_MANY_VIEWS`.
 */
export async function createView(
  database: Database,
  principal: Principal,
  { Name: name, List: list, Filter: filter = {}, Columns: columns = [], IsShared }: ViewRequest,
): Promise<store.View | Refusal> {
  const owner = IsShared === true ? null : viewOwner(principal.actor)
  const refusal = refuseFilter(list, filter) ?? refuseShared(principal, owner)
  if (refusal) return refusal
  return await write(database, async (tx) => {
    const { customerId } = principal.customer
    const full = await refuseFull(tx, customerId, owner)
    return full ?? (await store.insertView(tx, customerId, { list, name, owner, filter, columns }))
  })
}

/** Changes a view. A shared view that is no longer shared becomes that of the caller. Refusals: as of {@link createView}, and `MARKET_NOT_FOUND`. */
export async function changeView(
  database: Database,
  principal: Principal,
  viewId: string,
  { Name, Filter, Columns, IsShared }: ViewChange,
): Promise<store.View | Refusal> {
  const { customerId } = principal.customer
  return await write(database, async (tx) => {
    const view = await lock(tx, principal, viewId)
    if (isRefusal(view)) return view
    const {
      name = view.name,
      filter = view.filter,
      columns = view.columns,
    } = {
      ...(Name !== undefined && { name: Name }),
      ...(Filter && { filter: Filter }),
      ...(Columns && { columns: Columns }),
    }
    const isShared = IsShared ?? view.owner === null
    const owner = isShared ? null : viewOwner(principal.actor)
    const refusal = refuseFilter(view.list, filter) ?? refuseShared(principal, owner)
    if (refusal) return refusal
    const full = owner === view.owner ? undefined : await refuseFull(tx, customerId, owner)
    return (
      full ?? (await store.updateView(tx, customerId, { ...view, name, filter, columns, owner }))
    )
  })
}

/** Removes a view. Refusals: `MARKET_NOT_FOUND`; `MARKET_FORBIDDEN`. */
export async function deleteView(
  database: Database,
  principal: Principal,
  viewId: string,
): Promise<Refusal | undefined> {
  return await transaction(database, async (tx) => {
    const view = await lock(tx, principal, viewId)
    if (isRefusal(view)) return view
    await store.deleteView(tx, principal.customer.customerId, view.viewId)
    return undefined
  })
}

/** A view that the principal may change. */
async function lock(tx: Transaction, principal: Principal, viewId: string) {
  const { customer, actor } = principal
  const view = await store.lockView(tx, customer.customerId, viewOwner(actor), viewId)
  if (view === undefined) return refuse('MARKET_NOT_FOUND', `There is no view ${viewId}.`)
  return refuseShared(principal, view.owner) ?? view
}

function refuseFilter(list: ViewList, filter: object): Refusal | undefined {
  const issues = checks[list](filter)
  if (issues.length === 0) return undefined
  return refuseIssues(issues.map((issue): Issue => ({ ...issue, path: `/Filter${issue.path}` })))
}

function refuseShared({ scopes }: Principal, owner: string | null): Refusal | undefined {
  if (owner !== null || scopes.includes('orders:write')) return undefined
  const detail = 'To share, change or delete a shared view, the scope orders:write is needed.'
  return refuse('MARKET_FORBIDDEN', detail)
}

async function refuseFull(
  tx: Transaction,
  customerId: string,
  owner: string | null,
): Promise<Refusal | undefined> {
  if ((await store.countViews(tx, customerId, owner)) < MAX_VIEWS) return undefined
  const whose = owner === null ? 'shared views' : 'views of your own'
  return refuse('MARKET_TOO_MANY_VIEWS', `There are ${MAX_VIEWS} ${whose}. Delete one of them.`)
}

async function write(
  database: Database,
  work: (tx: Transaction) => Promise<store.View | Refusal>,
): Promise<store.View | Refusal> {
  try {
    return await takeEffect(database, work)
  } catch (error) {
    if (!isUniqueViolation(error, 'views_by_name')) throw error
    const detail =
      'Another view of yours, or another shared one, has this name: give the view another Name. Nothing was changed.'
    const errors = [{ path: '/Name', message: 'is the name of another view' }]
    return refuse('MARKET_REFERENCE_IN_USE', detail, errors)
  }
}
