/** Discovery, as the clients do it: the challenge, the metadata of the resource (RFC 9728), and that of its authorization server. */
import { PAGE_ORIGIN } from './clients.ts'
import {
  challengeValue,
  type Document,
  type Exchange,
  type McpFacts,
  type ResourceDocument,
  resourceOf,
  textsOf,
} from './facts.ts'
import type { Ask } from './http.ts'
import { initializeMessage, postMessage } from './message.ts'

type Discovery = Pick<
  McpFacts,
  'entry' | 'preflight' | 'resourceDocuments' | 'issuer' | 'serverDocuments'
>

/** Looks for everything that a client needs before it registers. */
export async function discover(ask: Ask, url: string): Promise<Discovery> {
  const entry = await ask(postMessage(url, initializeMessage('2025-11-25')))
  const preflight = await ask({
    method: 'OPTIONS',
    baseURL: url,
    headers: {
      origin: PAGE_ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    },
  })
  const resourceDocuments = await readAll(ask, resourcePlaces(url, entry))
  const issuer = textsOf(resourceOf({ resourceDocuments })?.authorization_servers)[0]
  const places = issuer === undefined ? [] : serverPlaces(issuer)
  return {
    entry,
    preflight,
    resourceDocuments,
    issuer,
    serverDocuments: await readAll(ask, places),
  }
}

type Place = Pick<Document, 'url'>

async function readAll<P extends Place>(
  ask: Ask,
  places: readonly P[],
): Promise<readonly (P & { readonly exchange: Exchange })[]> {
  const headers = { accept: 'application/json' }
  return await Promise.all(
    places.map(async (place) => ({
      ...place,
      exchange: await ask({ baseURL: place.url, headers }),
    })),
  )
}

/** Where the metadata of the resource may be, each URL once (RFC 9728, sections 3.1 and 5.1). */
export function resourcePlaces(
  url: string,
  entry: Exchange,
): readonly Omit<ResourceDocument, 'exchange'>[] {
  const { origin, pathname } = new URL(url)
  const root = `${origin}/.well-known/oauth-protected-resource`
  const named = challengeValue(entry, 'resource_metadata')
  const places = [
    ...(named !== undefined && isWebUrl(named)
      ? [{ place: 'challenge', url: named } as const]
      : []),
    { place: 'path', url: `${root}${pathname === '/' ? '' : pathname}` } as const,
    { place: 'root', url: root } as const,
  ]
  return places.filter((one, index) => places.findIndex((other) => other.url === one.url) === index)
}

/** Where the metadata of an authorization server may be, in the order of the MCP specification (RFC 8414, section 3; OpenID Connect Discovery). */
export function serverPlaces(issuer: string): readonly Place[] {
  if (!isWebUrl(issuer)) return []
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  return [...new Set(urls)].map((url) => ({ url }))
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}
