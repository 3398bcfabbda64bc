/** Keeps what the columns of files are, under names. */
import { type ColumnMapping, findMappingIssues, type MappingIssue } from '@entrepot/catalogues'
import type { Connection, Database } from '@entrepot/database'
import { appendEvents } from '../../kit/events/store.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import {
  escapePointer,
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { MappingPath, MappingRequest, type MappingResponse } from './schema.ts'
import * as store from './store.ts'

/** Mappings of a customer. */
const MAX_MAPPINGS = 100

const issuesOf = compileBody(MappingRequest)
const issuesOfPath = compileBody(MappingPath)

/** Reads the mappings of a customer by name. */
export async function listMappings(
  connection: Connection,
  customerId: string,
): Promise<readonly MappingResponse[]> {
  return (await store.findMappings(connection, customerId)).map(toResponse)
}

/** Reads a mapping. Refusal: `MARKET_NOT_FOUND`. */
export async function getMapping(
  connection: Connection,
  customerId: string,
  name: string,
): Promise<MappingResponse | Refusal> {
  const found = await store.findMapping(connection, customerId, name)
  return found ? toResponse(found) : noSuchMapping(name)
}

/**
 * Stores a mapping, and replaces the one of this name.
 *
 * Refusals: `MARKET_INVALID_INPUT` with the columns that are wrong; `MARKET_TOO_MANY_IMPORT_MAPPINGS`.
 *
 * @example
 * await putMapping(database, '2', 'Supplier', { Columns: { 'Art. nr': 'MerchantProductReference', Prijs: 'Price' } }, SYSTEM)
 */
export async function putMapping(
  database: Database,
  customerId: string,
  name: string,
  request: unknown,
  actor: Actor,
): Promise<MappingResponse | Refusal> {
  const unnamed = [...issuesOfPath({ name })]
  // Where a mapping is named, a text that begins with a brace is a mapping itself.
  if (name.startsWith('{')) unnamed.push({ path: '/name', message: 'must not begin with {' })
  if (unnamed.length > 0) return refuseIssues(unnamed)
  const mapping = readMapping(request)
  if (isRefusal(mapping)) return mapping
  const { columns, constants = {} } = mapping
  return await takeEffect(database, async (tx) => {
    const count = await store.countMappings(tx, customerId)
    const before = await store.findMapping(tx, customerId, name)
    if (before === undefined && count >= MAX_MAPPINGS) {
      const detail = `There are ${MAX_MAPPINGS} import mappings. Delete one of them.`
      return refuse('MARKET_TOO_MANY_IMPORT_MAPPINGS', detail)
    }
    const stored = await store.upsertMapping(tx, customerId, { name, columns, constants })
    if (stored) {
      const type = before ? 'import_mapping.updated' : 'import_mapping.created'
      await appendEvents(tx, customerId, [{ type, actor, data: { Name: name } }])
    }
    return toResponse(stored ?? (before as store.KeptMapping))
  })
}

/** Removes a mapping. Imports that use it go on. Refusal: `MARKET_NOT_FOUND`. */
export async function removeMapping(
  database: Database,
  customerId: string,
  name: string,
  actor: Actor,
): Promise<Refusal | undefined> {
  return await takeEffect(database, async (tx) => {
    if (!(await store.deleteMapping(tx, customerId, name))) return noSuchMapping(name)
    const data = { Name: name }
    await appendEvents(tx, customerId, [{ type: 'import_mapping.deleted', actor, data }])
    return undefined
  })
}

/**
 * The mapping of a request, and what is wrong with it.
 *
 * @param base where the mapping stands in the input
 */
export function readMapping(request: unknown, base = ''): ColumnMapping | Refusal {
  const issues = issuesOf(request)
  const at = ({ path, message }: Issue): Issue => ({ path: `${base}${path}`, message })
  if (issues.length > 0) return refuseIssues(issues.map(at))
  const { Columns: columns, Constants = {} } = request as MappingRequest
  const given = Object.entries(Constants).filter(([, value]) => value !== null)
  const mapping: ColumnMapping = { columns, constants: Object.fromEntries(given) }
  const wrong = findMappingIssues(mapping)
  return wrong.length > 0 ? refuseIssues(wrong.map((issue) => at(toIssue(issue)))) : mapping
}

/** The issue of a mapping at its place in a request. */
export function toIssue({ column, constant, message }: MappingIssue): Issue {
  if (constant !== undefined) return { path: `/Constants/${constant}`, message }
  if (column === undefined) return { path: '/Columns', message }
  return { path: `/Columns/${escapePointer(column)}`, message }
}

export function noSuchMapping(name: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no import mapping ${JSON.stringify(name)}.`)
}

function toResponse({ name, columns, constants, updatedAt }: store.KeptMapping): MappingResponse {
  return {
    Name: name,
    Columns: columns,
    Constants: constants as MappingResponse['Constants'],
    UpdatedAt: updatedAt.toISOString(),
  }
}
