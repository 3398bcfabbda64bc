/** People and agents for tests: a source that believes the header `X-Test-Principal`. */
import {
  type Actor,
  type Customer,
  type PrincipalSource,
  refuse,
  SCOPES,
  type Scope,
} from '../src/index.ts'

/** A credential for {@link testPeople}. */
export interface TestCredential {
  readonly customer: Customer
  readonly actor: Actor
  /** @default all */
  readonly scopes?: readonly Scope[]
}

export const PERSON: Actor = { kind: 'person', id: 'u-1', label: 'ann@example.com' }
export const AGENT: Actor = {
  kind: 'agent',
  id: 'https://agent.example/client.json',
  label: 'Agent',
  person: { id: 'u-1', label: 'ann@example.com' },
}

/** The header with a credential. */
export const asPrincipal = (credential: TestCredential) => ({
  'x-test-principal': JSON.stringify(credential),
})

/** Accepts `X-Test-Principal`. The value `expired` is refused with 401. */
export const testPeople: PrincipalSource = Object.assign(
  async ({ headers }: Parameters<PrincipalSource>[0]) => {
    const text = headers['x-test-principal']
    if (typeof text !== 'string') return undefined
    if (text === 'expired') return refuse('MARKET_UNAUTHENTICATED', 'The access token is expired.')
    const { customer, actor, scopes = SCOPES.merchant }: TestCredential = JSON.parse(text)
    return { kind: 'merchant', channel: null, customer, actor, scopes } as const
  },
  {
    howToSend: 'a test principal as the header X-Test-Principal',
    challenge: (({ status, presented, scopes }) => {
      if (status === 403) return `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`
      return presented ? 'Bearer error="invalid_token"' : 'Bearer'
    }) satisfies PrincipalSource['challenge'],
  },
)
