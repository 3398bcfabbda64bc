/** Applications of agents: they register, send people to the hub, and request tokens. */
import type { Call } from './client.ts'
import type { Actor } from './shop-state.ts'

const NOBODY = { label: '', text: '' }
const CALLBACK = 'http://127.0.0.1:1/callback'

/** A code challenge of PKCE (RFC 7636). The tests never redeem a code, so they need no verifier. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJGuCHaoeK1t8URWbuGJSstw-cM'

/** Registrations per actor. The hub limits them per address. */
const REGISTRATIONS = 4

/** One round of an application: it registers if necessary, and then sends the requests of a registered client. */
export async function applicationRound(actor: Actor, ids: string[]): Promise<void> {
  await actor.send(get('/.well-known/oauth-authorization-server', 'GET metadata', 'oauth'))
  await actor.send(get('/', 'GET / (page)', 'page'))
  const turn = actor.next()
  if (turn <= REGISTRATIONS) await register(actor, `${actor.name} ${turn}`, ids)
  if (ids.length === 0) return
  const id = actor.random.pick(ids)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'any',
  })
  // A registered client stays registered, so a refusal would be a fault.
  await actor.send(get(`/oauth/mcp/authorize?${query}`, 'GET /oauth/mcp/authorize (page)', 'page'))
  await actor.send({
    key: NOBODY,
    method: 'POST',
    path: '/oauth/mcp/token',
    form: { grant_type: 'refresh_token', client_id: id, refresh_token: 'unknown' },
    dialect: 'oauth',
    intent: { name: 'POST /oauth/mcp/token (wrong)', refusedWith: 400 },
  })
}

async function register(actor: Actor, name: string, ids: string[]): Promise<void> {
  const registered = await actor.send({
    key: NOBODY,
    method: 'POST',
    path: '/oauth/mcp/register',
    body: { client_name: name, redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    dialect: 'oauth',
    intent: { name: 'POST /oauth/mcp/register' },
  })
  if (registered.status === 201) ids.push(String(registered.body.client_id))
}

function get(path: string, name: string, dialect: 'oauth' | 'page'): Call {
  return { key: NOBODY, method: 'GET', path, dialect, intent: { name } }
}
