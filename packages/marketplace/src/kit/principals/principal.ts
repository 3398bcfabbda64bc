/** For whom a request acts, and which ways there are to prove it. */
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../shared/errors.ts'
import type { Actor } from './actor.ts'
import type { Channel } from './channel.ts'
import type { Customer } from './customer.ts'
import type { KeyKind, Scope } from './scopes.ts'

/** For whom and by whom something is done. */
export interface Caller {
  readonly customer: Customer
  /** The channel of a channel key. Otherwise null. */
  readonly channel: Channel | null
  readonly actor: Actor
}

/** A caller with its rights. */
export interface Principal extends Caller {
  readonly kind: KeyKind
  readonly scopes: readonly Scope[]
  /** When the credential ends, if that limits what it may give to others: the expiry of a key. */
  readonly expiresAt?: Date | null
}

/** The kind and scope that a call requires. If there are several scopes, each of them is sufficient. */
export interface Requirement {
  readonly kind: KeyKind
  readonly scope: Scope | readonly Scope[]
}

/** One requirement, or one for each kind of principal that a call accepts. */
export type Requirements = Requirement | readonly Requirement[]

/**
 * A refusal of a credential that is known, such as an expired key. The refused call is recorded for the customer of the caller, and is not
 * mixed up with calls of strangers.
 */
export interface CredentialRefusal extends Refusal {
  readonly caller?: Caller | undefined
  /** The value of `WWW-Authenticate`, in place of the challenges of the sources. */
  readonly challenge?: string | undefined
}

/** Why a request was refused with 401 or 403, for the header `WWW-Authenticate`. */
export interface AccessFailure {
  readonly status: 401 | 403
  /** Whether the request presented a credential of the source. */
  readonly presented: boolean
  /** The scopes of which the route requires one. */
  readonly scopes: readonly Scope[]
}

/**
 * One kind of credential. Returns undefined if the request does not present it, and must then be fast, because every source is called for
 * every request. It does not check scopes.
 */
export interface PrincipalSource {
  (request: FastifyRequest): Promise<Principal | CredentialRefusal | undefined>
  /** How to send the credential. Completes 'Send ...' in the answer to a request without credentials. */
  readonly howToSend?: string
  /**
   * Returns a challenge for `WWW-Authenticate` (RFC 9110, section 11.6.1), such as `Bearer resource_metadata="..."` (RFC 9728, section
   * 5.1). Undefined if there is none. All sources are asked for a 401; only the source of the credential is asked for a 403.
   */
  readonly challenge?: (failure: AccessFailure, request: FastifyRequest) => string | undefined
}
