/** Checks the proof of possession that a request carries in the header `DPoP` (RFC 9449). */
import type { FastifyRequest } from 'fastify'
import { hashSecret } from '../../shared/secrets.ts'
import type { McpStore } from '../../store/mcp.ts'
import type { Nonces } from './nonces.ts'
import { MAX_OFFSET, type ProofTarget, verifyProof } from './proof.ts'

/** What a request must prove. */
export interface Expected extends Omit<ProofTarget, 'method'> {
  readonly clientId: string
  /** The thumbprint of the key that is expected; undefined for any. */
  readonly jkt?: string | undefined
}

/** Why a proof is refused. */
export interface ProofProblem {
  /** RFC 9449, sections 5, 7.1, 8 and 9. `invalid_token`: the token is bound to another key. */
  readonly error: 'invalid_dpop_proof' | 'invalid_token' | 'use_dpop_nonce'
  readonly description: string
}

/** Checks proofs. */
export interface Proofs {
  /** The nonce that proofs need now, for the header `DPoP-Nonce`; undefined if they need none. */
  nonce(): string | undefined
  /**
   * Checks the proof of a request, and claims it in the store, so that no node accepts it again. A request for which this was done
   * may ask again, such as a stream of events whose token is checked from time to time.
   *
   * @returns the thumbprint of the key, or what is wrong
   */
  check(request: FastifyRequest, expected: Expected): Promise<string | ProofProblem>
}

/** Makes the {@link Proofs} of an instance. @param nonces undefined if proofs need none */
export function createProofs(
  { grants }: Pick<McpStore, 'grants'>,
  nonces: Nonces | undefined,
): Proofs {
  const proven = new WeakMap<FastifyRequest, string>()
  const use = async ({ headers: { dpop }, method }: FastifyRequest, expected: Expected) => {
    if (typeof dpop !== 'string') return invalid('the header DPoP is missing')
    const now = Date.now()
    const proof = await verifyProof(dpop, { ...expected, method }, now)
    if (typeof proof === 'string') return invalid(proof)
    const { jkt, jti, iat, nonce } = proof
    if (expected.jkt !== undefined && expected.jkt !== jkt) return OTHER_KEY
    if (nonces && !(typeof nonce === 'string' && nonces.accepts(nonce, now))) return NO_NONCE
    // As long as the proof can be valid, by the clock of any node.
    const ttlSeconds = iat - now / 1_000 + MAX_OFFSET + MARGIN
    const assertionHash = hashSecret(`dpop ${jkt} ${jti}`)
    const { clientId } = expected
    const claim = { clientId, assertionHash, ttlSeconds, issued: undefined }
    return (await grants.claimAssertion(claim)) ? jkt : invalid('it was used before')
  }
  return {
    nonce: () => nonces?.current(Date.now()),
    async check(request, expected) {
      const known = proven.get(request)
      if (known !== undefined && known === expected.jkt) return known
      const outcome = await use(request, expected)
      if (typeof outcome === 'string') proven.set(request, outcome)
      return outcome
    },
  }
}

/** Seconds by which the clocks of nodes may differ. */
const MARGIN = 60

function invalid(why: string): ProofProblem {
  return { error: 'invalid_dpop_proof', description: `The DPoP proof cannot be used: ${why}.` }
}

const OTHER_KEY: ProofProblem = {
  error: 'invalid_token',
  description: 'The access token is bound to another key than that of the DPoP proof.',
}

const NO_NONCE: ProofProblem = {
  error: 'use_dpop_nonce',
  description: 'The DPoP proof needs the nonce of the header DPoP-Nonce.',
}
