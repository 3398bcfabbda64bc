/** What changes of users and groups have in common. */
import {
  type Connection,
  type Database,
  isUniqueViolation,
  type Transaction,
  transaction,
} from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { lockOwners } from '../../people/members/store.ts'
import { finishEnds, type Settled } from '../access/access.ts'
import { refuseScim } from '../refusal.ts'
import type { Kind } from '../resources/attributes.ts'
import type { Selection } from '../resources/filter.ts'
import { isScimId } from '../resources/group.ts'
import type { Page } from '../resources/project.ts'
import { namesVersion, type StoredResource } from '../resources/user.ts'
import type { Json } from '../resources/values.ts'
import type { Found } from './list.ts'

/** Who changes the directory of which customer. */
export interface Directory {
  readonly database: Database
  readonly customerId: string
  readonly actor: Actor
}

/** Thrown to roll back a transaction that ends with a refusal. */
class Undone extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** What a change answers, and the access that it has ended. */
export interface Changed<T> extends Settled {
  readonly answer: T
}

/**
 * Runs a change of a directory. Changes of one customer run one after the other, with those of its owners. A refusal undoes all of it, and so
 * does a value that another resource has: then the refusal has the text `taken`.
 */
export async function changeDirectory<T>(
  { database, customerId }: Directory,
  taken: string,
  change: (tx: Transaction) => Promise<Changed<T> | Refusal>,
): Promise<T | Refusal> {
  try {
    const changed = await transaction(database, async (tx) => {
      await lockOwners(tx, customerId)
      const outcome = await change(tx)
      if (isRefusal(outcome)) throw new Undone(outcome as Refusal)
      return outcome as Changed<T>
    })
    await finishEnds(database, changed)
    return changed.answer
  } catch (error) {
    if (error instanceof Undone) return error.refusal
    if (isUniqueViolation(error)) return refuseScim('SCIM_UNIQUENESS', taken)
    throw error
  }
}

/** A resource of a request, with the version that the client has seen. */
export interface Named {
  readonly id: string
  readonly ifMatch: string | undefined
}

/** How a kind of resource is found, and the text of the refusal of a value that another one has. */
export interface ResourceSource<T> {
  readonly taken: string
  select(connection: Connection, customerId: string, id: string): Promise<T | undefined>
}

/** What a kind of resource can do (RFC 7644, section 3). */
export interface Operations<T extends StoredResource> {
  readonly kind: Kind
  /** Refusals: `SCIM_INVALID_VALUE`, `SCIM_UNIQUENESS`, `MARKET_LAST_OWNER`. */
  create(directory: Directory, body: Json): Promise<T | Refusal>
  /** Refusal: `SCIM_NOT_FOUND`. */
  get(directory: Directory, id: string): Promise<T | Refusal>
  /** Lists resources, oldest first. */
  list(
    directory: Directory,
    selection: Partial<Selection>,
    page: Page,
    isWhole: boolean,
  ): Promise<Found<T>>
  /** Replaces a resource, or applies the operations of PATCH. Refusals: those of `create`, `SCIM_NOT_FOUND`, `SCIM_VERSION`, and of paths. */
  change(
    directory: Directory,
    named: Named,
    body: Json,
    how: 'replace' | 'patch',
  ): Promise<T | Refusal>
  /** Refusals: `SCIM_NOT_FOUND`, `SCIM_VERSION`, `MARKET_LAST_OWNER`. */
  remove(directory: Directory, named: Named): Promise<Refusal | undefined>
  toResource(resource: T, base: string): Json
}

/** {@link changeDirectory} of a resource that exists. Refusals: `SCIM_NOT_FOUND`, `SCIM_VERSION`, and those of the change. */
export async function changeResource<R extends StoredResource, T>(
  directory: Directory,
  { id, ifMatch }: Named,
  { taken, select }: ResourceSource<R>,
  change: (tx: Transaction, before: R) => Promise<Changed<T> | Refusal>,
): Promise<T | Refusal> {
  if (!isScimId(id)) return noResource(id)
  return await changeDirectory(directory, taken, async (tx) => {
    const before = await select(tx, directory.customerId, id)
    if (before === undefined) return noResource(id)
    return refuseVersion(before, ifMatch) ?? (await change(tx, before))
  })
}

/** A resource. Refusal: `SCIM_NOT_FOUND`. */
export async function getResource<R>(
  { database, customerId }: Directory,
  id: string,
  { select }: ResourceSource<R>,
): Promise<R | Refusal> {
  const found = isScimId(id) ? await select(database, customerId, id) : undefined
  return found ?? noResource(id)
}

/** Refuses a change of another version than the one that the client has seen (RFC 7644, section 3.14). */
function refuseVersion(
  { version }: StoredResource,
  ifMatch: string | undefined,
): Refusal | undefined {
  if (ifMatch === undefined || namesVersion(ifMatch, version)) return undefined
  const detail = `The resource has version ${version}. Read it, and change it again.`
  return refuseScim('SCIM_VERSION', detail)
}

/** The refusal of an unknown id. */
function noResource(id: string): Refusal {
  return refuseScim('SCIM_NOT_FOUND', `There is no resource ${JSON.stringify(id.slice(0, 100))}.`)
}
