import type { Database } from '@entrepot/database'
import {
  DEVICE_MEMORY,
  type DeviceCode,
  type DeviceStore,
  EARLY_SECONDS,
  type PolledDevice,
  pollOutcome,
  SLOW_DOWN_SECONDS,
} from '../../devices.ts'
import { isAlive } from '../is-alive.ts'
import { execute, queryFirst, sql } from '../statement.ts'

/** Authorizations of devices in `oauth.mcp_device_codes`. Each operation is one statement. */
export function postgresDevices(pool: Database): DeviceStore {
  return {
    async create(device, { ttlSeconds, interval }) {
      const created = await execute(
        pool,
        sql`
        insert into oauth.mcp_device_codes
          (device_hash, user_hash, client_id, resource, scope, address, interval_seconds, good_until, expires_at)
        values (${device.deviceHash}, ${device.userHash}, ${device.clientId}, ${device.resource}, ${device.scope},
          ${device.address}, ${interval}, now() + make_interval(secs => ${ttlSeconds}),
          now() + make_interval(secs => ${ttlSeconds + DEVICE_MEMORY}))
        on conflict do nothing`,
      )
      return created > 0
    },
    async find(userHashes) {
      return await queryFirst<DeviceCode>(
        pool,
        sql`
        select device_hash as "deviceHash", user_hash as "userHash", client_id as "clientId", resource, scope, address
        from oauth.mcp_device_codes
        where user_hash = any (${userHashes as string[]}::text[]) and status = 'pending' and good_until > now()`,
      )
    },
    async decide(deviceHash, codeHash) {
      const decided = await execute(
        pool,
        sql`
        update oauth.mcp_device_codes
        set status = case when ${codeHash}::text is null then 'denied' else 'approved' end, code_hash = ${codeHash}::text
        where device_hash = ${deviceHash} and status = 'pending' and good_until > now()`,
      )
      return decided > 0
    },
    async poll(deviceHash, clientId) {
      const early = sql`coalesce(polled_at > now() - make_interval(secs => interval_seconds - ${EARLY_SECONDS}), false)`
      const row = await queryFirst<PolledDevice>(
        pool,
        sql`
        update oauth.mcp_device_codes
        set hurried = ${early}, polled_at = now(),
          interval_seconds = interval_seconds + case when ${early} then ${SLOW_DOWN_SECONDS}::real else 0 end
        where device_hash = ${deviceHash} and client_id = ${clientId} and ${isAlive}
        returning status, code_hash as "codeHash", resource, hurried, good_until <= now() as expired`,
      )
      return pollOutcome(row)
    },
  }
}
