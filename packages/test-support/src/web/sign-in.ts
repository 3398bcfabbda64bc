/** Sessions and access tokens of a hub with the development provider. */
import { createHash, randomBytes } from 'node:crypto'
import { Browser } from './browser.ts'
import { Person } from './person.ts'

/** A running hub. */
interface RunningHub {
  readonly url: string
}

/** Signs a sample person in. */
export async function signIn(
  { url }: RunningHub,
  person: string,
  browser = new Browser(),
): Promise<Browser> {
  await browser.submit(await browser.open(`${url}/oauth/dev/login`), { person })
  return browser
}

const CALLBACK = 'http://127.0.0.1:9/callback'

/** Tokens of an agent. */
export interface AgentTokens {
  readonly clientId: string
  readonly access_token: string
  readonly scope: string
  readonly refresh_token?: string
}

/** Connects an agent to a resource of the hub; the person allows what it asks for. */
export async function connectAgent(
  { url }: RunningHub,
  person: string,
  {
    resource = '/v2',
    scope,
    customer,
  }: {
    readonly resource?: string
    readonly scope?: string
    /** Of several that the person has. @default all */
    readonly customer?: string
  } = {},
): Promise<AgentTokens> {
  const registered = await fetch(`${url}/oauth/mcp/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Stock agent',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
    }),
  })
  if (!registered.ok) throw new Error(`${registered.status}: ${await registered.text()}`)
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const common = { client_id: clientId, redirect_uri: CALLBACK, resource: `${url}${resource}` }
  const query = new URLSearchParams({
    ...common,
    response_type: 'code',
    state: 'here',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(scope && { scope }),
  })
  const answer = await new Person(person).answer(
    `${url}/oauth/mcp/authorize?${query}`,
    customer === undefined ? {} : { customer },
  )
  const response = await fetch(`${url}/oauth/mcp/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...common,
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return { clientId, ...((await response.json()) as Omit<AgentTokens, 'clientId'>) }
}

/** The header of an access token. */
export function bearer({ access_token: token }: Pick<AgentTokens, 'access_token'>) {
  return { authorization: `Bearer ${token}` }
}
