import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInOrigin } from '../session/sign-in.ts'
import type { NextStep } from './once.ts'

/** How and when a person authenticated at the provider: the claims of RFC 9068, section 2.2.1, as far as they are known. */
export interface Authentication {
  readonly acr?: string
  /** Seconds since 1970. */
  readonly auth_time?: number
}

/** Who has signed in. */
export interface Person {
  readonly user: string
  /** Their account at the provider, as they know it: an address, or a name. */
  readonly account: string
  readonly authentication: Authentication
  /** Name of the provider. */
  readonly provider: string
  /** True if the person has no account, so nothing about them is stored. */
  readonly isQuarantined?: boolean
  /** When they signed in, in seconds since 1970. */
  readonly signedInAt: number
  /** The sign-in at the provider. */
  readonly origin: SignInOrigin
  /** The id of the sign-in in the store, if it is kept there. */
  readonly signInId?: string | undefined
}

/** Why a sign-in failed: `error` and `reason` as in `docs/errors.md`. */
export interface FailedSignIn {
  readonly error: string
  readonly reason?: string | undefined
  /** By which the application finds its log line of this sign-in. */
  readonly reference?: string | undefined
}

/**
 * Completes sign-ins that create no session of the application. `purpose` is the value that was passed to `beginSignIn`,
 * converted to JSON and back.
 */
export interface SignInFinisher {
  /** @returns where the browser goes */
  accept(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: unknown,
    person: Person,
  ): Promise<NextStep>
  /** @returns where the browser goes; undefined for the page of the application that shows failures */
  refuse(purpose: unknown, failure: FailedSignIn): Promise<string | undefined>
}
