/** What changes of users and groups have in common. */
import { type Database, isUniqueViolation, type Transaction, transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { lockOwners } from '../../people/members/store.ts'
import { finishEnds, type Settled } from '../access/access.ts'
import { refuseScim } from '../refusal.ts'
import { namesVersion, type StoredResource } from '../resources/user.ts'

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

/** Refuses a change of another version than the one that the client has seen (RFC 7644, section 3.14). */
export function refuseVersion(
  { version }: StoredResource,
  ifMatch: string | undefined,
): Refusal | undefined {
  if (ifMatch === undefined || namesVersion(ifMatch, version)) return undefined
  const detail = `The resource has version ${version}. Read it, and change it again.`
  return refuseScim('SCIM_VERSION', detail)
}

/** The refusal of an unknown id. */
export function noResource(id: string): Refusal {
  return refuseScim('SCIM_NOT_FOUND', `There is no resource ${JSON.stringify(id.slice(0, 100))}.`)
}
