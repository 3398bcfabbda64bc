import { Agent as HttpAgent } from 'node:http'

/** Sends one request and returns the id of the parsed response and its content type. */
export type SendOne = () => Promise<{ readonly id: unknown; readonly contentType: unknown }>

/** Prepares a client: returns the function that sends one GET or POST with it. */
export type Prepare = (url: string, method: string, payload: unknown) => Promise<SendOne>

interface Answer {
  readonly id: number
}

/** Our client with all of its defaults: timeouts, limits, decompression, redirects, header lists. */
const ours: Prepare = async (baseURL, method, payload) => {
  const rest = await import('@entrepot/rest')
  const body = () => (method === 'POST' ? { json: payload } : {})
  return async () => {
    const response = await rest.send({ method, baseURL, ...body() })
    return {
      id: rest.json<Answer>(response).id,
      contentType: rest.header(response, 'content-type'),
    }
  }
}

const undici: Prepare = async (url, method, payload) => {
  const { request } = await import('undici')
  const headers = { 'content-type': 'application/json' }
  return async () => {
    const options =
      method === 'POST'
        ? ({ method: 'POST', headers, body: JSON.stringify(payload) } as const)
        : ({ method: 'GET' } as const)
    const response = await request(url, options)
    const { id } = JSON.parse(await response.body.text()) as Answer
    return { id, contentType: response.headers['content-type'] }
  }
}

const globalFetch: Prepare = async (url, method, payload) => {
  const headers = { 'content-type': 'application/json' }
  return async () => {
    const init = method === 'POST' ? { method, headers, body: JSON.stringify(payload) } : {}
    const response = await fetch(url, init)
    const { id } = (await response.json()) as Answer
    return { id, contentType: response.headers.get('content-type') }
  }
}

const ky: Prepare = async (url, method, payload) => {
  const { default: send } = await import('ky')
  return async () => {
    const response = await send(url, method === 'POST' ? { method, json: payload } : { method })
    const { id } = await response.json<Answer>()
    return { id, contentType: response.headers.get('content-type') }
  }
}

const axios: Prepare = async (url, method, payload) => {
  const { default: library } = await import('axios')
  const client = library.create({ httpAgent: new HttpAgent({ keepAlive: true }) })
  return async () => {
    const data = method === 'POST' ? { data: payload } : {}
    const response = await client.request<Answer>({ url, method, ...data })
    return { id: response.data.id, contentType: response.headers['content-type'] }
  }
}

const got: Prepare = async (url, method, payload) => {
  const { default: library } = await import('got')
  const client = library.extend({ agent: { http: new HttpAgent({ keepAlive: true }) } })
  return async () => {
    const response =
      method === 'POST'
        ? await client.post<Answer>(url, { json: payload, responseType: 'json' })
        : await client.get<Answer>(url, { responseType: 'json' })
    return { id: response.body.id, contentType: response.headers['content-type'] }
  }
}

/** All clients by their name in the table. */
export const clients: Readonly<Record<string, Prepare>> = {
  '@entrepot/rest': ours,
  'undici.request': undici,
  fetch: globalFetch,
  ky,
  axios,
  got,
}

/** A JSON document of 1,024 bytes. */
export function document(): { readonly id: number; readonly text: string } {
  const empty = JSON.stringify({ id: 7, text: '' })
  return { id: 7, text: 'x'.repeat(1024 - empty.length) }
}
