import type { Database } from '@entrepot/database'
import type { AssertionClaim, GrantStore, Redemption, Rotation } from '../../mcp.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import { evaluateRedemption, evaluateRotation, isUnused } from '../../rules/evaluate-grant.ts'
import { claimAssertions, grantDirectly } from './assertions.ts'
import { findCode, redeem, saveCode } from './codes.ts'
import { findFamily, revoke, rotate } from './families.ts'
import { shareStatement } from './share-statement.ts'

/**
 * Codes, families and assertions. Each grant is one statement, which claims, issues and writes the audit; grants that arrive
 * together share theirs.
 */
export function postgresGrants(pool: Database): GrantStore {
  const redeemShared = shareStatement(
    (all: readonly Redemption[]) => redeem(pool, all),
    ({ codeHash }) => codeHash,
  )
  const rotateShared = shareStatement(
    (all: readonly Rotation[]) => rotate(pool, all),
    ({ familyId }) => familyId,
  )
  return {
    saveCode: async (code, ttlSeconds) => await saveCode(pool, code, ttlSeconds),
    findResource: async (codeHash) => (await findCode(pool, codeHash))?.resource,
    isUnused: async (codeHash) => isUnused(await findCode(pool, codeHash)),
    async redeem(redemption) {
      const granted = await redeemShared(redemption)
      if (granted) return { ...granted, outcome: 'redeemed' }
      const code = await findCode(pool, redemption.codeHash)
      const decision = evaluateRedemption(redemption, code)
      // If the code is valid now, it was stored after the attempt to claim it.
      if (decision === 'good') return { outcome: 'refused', problem: 'unknown' }
      if (decision !== 'replayed') return { outcome: 'refused', problem: decision }
      const { familyId = '', sub = '' } = (code ?? {}) as { familyId?: string; sub?: string }
      await revoke(pool, familyId, redemption.clientId, EVENTS.replayed, redemption.caller)
      return { outcome: 'replayed', familyId, sub }
    },
    async rotate(rotation) {
      const granted = await rotateShared(rotation)
      if (granted) return { ...granted, outcome: 'rotated' }
      const { familyId, tokenHash } = rotation
      const outcome = evaluateRotation(rotation, await findFamily(pool, familyId, tokenHash))
      // If the token is valid now, it was created after the attempt to claim it.
      if (outcome.outcome === 'good') return { outcome: 'refused', problem: 'unknown' }
      if (outcome.outcome === 'reused') {
        await revoke(pool, familyId, rotation.clientId, EVENTS.reused, rotation.caller)
      }
      return outcome
    },
    claimAssertion: shareStatement(
      (all: readonly AssertionClaim[]) => claimAssertions(pool, all),
      ({ assertionHash }) => assertionHash,
    ),
    grantDirectly: async (grant) => await grantDirectly(pool, grant),
    findFamily: async (familyId) => await findFamily(pool, familyId),
    revokeFamily: async (familyId, clientId, caller) =>
      await revoke(pool, familyId, clientId, EVENTS.revoked, caller),
  }
}
