/** Who is signed in, and for which customer the console acts. */
import type { Client, Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { TimeZone } from '../components/values/time/time-zone.ts'
import { clientOf } from './api.ts'

/** The answer of `GET /v2/me`. */
export type Me = Output<'getMe'>

/** The session of the console. */
export interface Session {
  readonly me: Me
  readonly client: Client
  /** In which days begin for the customer. */
  readonly timeZone: string
  /** The id of the customer, which is part of the key of every query. */
  readonly customer: string
  /** Whether the role of the person permits something, such as `orders:write`. */
  may(scope: string): boolean
}

const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session. Pages are shown only when there is one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is called outside of the session.')
  return session
}

/** The customer that the address names for people with several; `*` for the first one. */
export function useCustomerParameter(): string {
  const { customer = '*' } = useSearch({ strict: false }) as { readonly customer?: string }
  return customer
}

/** Asks who is signed in. */
export function useMe() {
  const customer = useCustomerParameter()
  const client = clientOf(customer)
  return useQuery({
    queryKey: ['me', customer],
    queryFn: async ({ signal }) => await client.getMe({}, { signal }),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
  })
}

/** Gives the session to the pages. */
export function SessionProvider({
  me,
  children,
}: {
  readonly me: Me
  readonly children: ReactNode
}) {
  const customer = String(me.Customer.Id)
  const session: Session = {
    me,
    customer,
    timeZone: me.Customer.TimeZone,
    client: clientOf(customer),
    may: (scope) => me.Scopes.includes(scope),
  }
  return (
    <SessionContext value={session}>
      <TimeZone value={session.timeZone}>{children}</TimeZone>
    </SessionContext>
  )
}

/**
 * The address at which a person signs in and comes back to where they are.
 *
 * @param purpose of a stronger sign-in: to see the console at all, or to change who may do what
 */
export function signInAddress(purpose?: 'console' | 'access'): string {
  const redirect = location.pathname + location.search
  if (purpose === undefined) return `/?${new URLSearchParams({ redirect })}`
  return `/step-up?${new URLSearchParams({ redirect, ...(purpose === 'access' && { for: purpose }) })}`
}
