/** Asks the application, by `onMCPAccounts`, for which of its accounts a person may let a client act. */
import type { FastifyRequest } from 'fastify'
import type { MCPAccount, MCPAccounts } from '../../hooks.ts'
import { isStorableId } from '../../shared/identifier.ts'
import { ALL_ACCOUNTS } from '../../store/rules/accounts.ts'
import type { McpContext } from '../mcp-context.ts'

/** What the person may choose from. */
export interface Accounts {
  readonly list: readonly MCPAccount[]
  /** Whether all of them together can be chosen. */
  readonly allowAll: boolean
}

/** For whom, and for which client. */
export interface AccountsQuery {
  readonly clientId: string
  readonly sub: string
  readonly resource: string
}

/** Of an id, in bytes: it stands in access tokens. */
const MAX_ID_BYTES = 200

const NONE: Accounts = { list: [], allowAll: false }

/**
 * The accounts of a person; none without a hook.
 *
 * @throws what the hook throws; Error for an answer that cannot be used
 */
export async function askAccounts(
  { hooks }: Pick<McpContext, 'hooks'>,
  request: FastifyRequest,
  { clientId, sub, resource }: AccountsQuery,
): Promise<Accounts> {
  const hook = hooks.get('onMCPAccounts')
  if (hook === undefined) return NONE
  return readAccounts(await hook({ client_id: clientId, sub, aud: resource }, request))
}

function readAccounts(answer: MCPAccounts | null | undefined): Accounts {
  if (answer === undefined || answer === null) return NONE
  const { accounts, allowAll = false } = answer
  const ids = accounts.map(({ id }) => id)
  const isGood =
    new Set(ids).size === ids.length &&
    typeof allowAll === 'boolean' &&
    accounts.every(
      ({ id, label, description = '' }) =>
        typeof id === 'string' &&
        isStorableId(id, MAX_ID_BYTES) &&
        id !== ALL_ACCOUNTS &&
        typeof label === 'string' &&
        label !== '' &&
        typeof description === 'string',
    )
  if (!isGood) {
    throw new Error(
      'an account lacks a label, or has an id that is missing, too long or not unique',
    )
  }
  return { list: accounts, allowAll }
}
