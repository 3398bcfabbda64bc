import {
  DEVICE_MEMORY,
  type DeviceCode,
  type DeviceStore,
  EARLY_SECONDS,
  type PolledDevice,
  pollOutcome,
  SLOW_DOWN_SECONDS,
} from '../../devices.ts'
import type { Statements } from '../statements.ts'

/** Authorizations of devices in `mcp_device_codes`. */
export function sqliteDevices({ run, all }: Statements): DeviceStore {
  return {
    async create(device, { ttlSeconds, interval }) {
      const created = run(
        `insert into mcp_device_codes
           (device_hash, user_hash, client_id, resource, scope, address, interval_seconds, good_until, expires_at)
         values (:deviceHash, :userHash, :clientId, :resource, :scope, :address, :interval, :now + :ttlSeconds,
           :now + :ttlSeconds + :memory)
         on conflict do nothing`,
        { ...device, interval, ttlSeconds, memory: DEVICE_MEMORY },
      )
      return created > 0
    },
    async find(userHashes) {
      const [row] = all<DeviceCode>(
        `select device_hash as deviceHash, user_hash as userHash, client_id as clientId, resource, scope, address
         from mcp_device_codes
         where user_hash in (select value from json_each(:hashes)) and status = 'pending' and good_until > :now`,
        { hashes: JSON.stringify(userHashes) },
      )
      return row && { ...row }
    },
    async decide(deviceHash, codeHash) {
      const decided = run(
        `update mcp_device_codes
         set status = case when :codeHash is null then 'denied' else 'approved' end, code_hash = :codeHash
         where device_hash = :deviceHash and status = 'pending' and good_until > :now`,
        { deviceHash, codeHash },
      )
      return decided > 0
    },
    async poll(deviceHash, clientId) {
      const early = `coalesce(polled_at > :now - interval_seconds + :early, 0)`
      const [row] = all<
        Omit<PolledDevice, 'hurried' | 'expired'> & { hurried: number; expired: number }
      >(
        `update mcp_device_codes
         set hurried = ${early}, interval_seconds = interval_seconds + ${early} * :slower, polled_at = :now
         where device_hash = :deviceHash and client_id = :clientId and expires_at > :now
         returning status, code_hash as codeHash, resource, hurried, good_until <= :now as expired`,
        { deviceHash, clientId, early: EARLY_SECONDS, slower: SLOW_DOWN_SECONDS },
      )
      return pollOutcome(row && { ...row, hurried: row.hurried === 1, expired: row.expired === 1 })
    },
  }
}
