import { type ClientState, type ClientStateStore, ENABLED_MEMORY } from '../../client-states.ts'
import type { Statements } from '../statements.ts'
import { insertAudit } from './records.ts'

type Row = Omit<ClientState, 'disabled'> & { readonly disabled: number }

const COLUMNS = 'client_id as clientId, disabled, reason, changed_at as changedAt'

/** States of clients in `mcp_client_states`. */
export function sqliteClientStates(statements: Statements): ClientStateStore {
  const { run, all, together } = statements
  const read = (where: string, parameters: Readonly<Record<string, number | string>>) =>
    all<Row>(`select ${COLUMNS} from mcp_client_states where ${where}`, parameters).map((row) => ({
      ...row,
      disabled: row.disabled === 1,
    }))
  return {
    set: async ({ clientId, disabled, reason }, entry) =>
      together(() => {
        const changed = disabled
          ? run(
              `insert into mcp_client_states (client_id, disabled, reason, changed_at)
               values (:clientId, 1, :reason, :now)
               on conflict (client_id) do update
                 set disabled = 1, reason = excluded.reason, changed_at = excluded.changed_at, expires_at = null
                 where disabled = 0`,
              { clientId, reason },
            )
          : run(
              `update mcp_client_states
               set disabled = 0, reason = :reason, changed_at = :now, expires_at = :now + :memory
               where client_id = :clientId and disabled = 1`,
              { clientId, reason, memory: ENABLED_MEMORY },
            )
        if (changed === 1) insertAudit(statements, entry)
        return changed === 1
      }),
    async list(seconds) {
      if (seconds === undefined) return read('disabled = 1', {})
      return read('changed_at > :now - :seconds', { seconds })
    },
    async find(clientIds) {
      return clientIds.flatMap((clientId) =>
        read('client_id = :clientId and disabled = 1', { clientId }),
      )
    },
  }
}
