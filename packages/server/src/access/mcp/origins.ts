/**
 * Which web pages may call `/mcp`. The MCP transport requires a check of `Origin`, because of web pages that reach this machine
 * through DNS rebinding ("Security Warning" of Streamable HTTP). A page that may call still needs an access token; cookies are
 * ignored. Pure.
 */
import { isLoopback } from '../../config/rules.ts'

/** Input of {@link mayCall}. */
export interface OriginRules {
  /** Origin that people open. */
  readonly publicUrl: string
  /** `mcp.allowedOrigins`; `*` allows all. */
  readonly allowedOrigins: readonly string[]
}

/**
 * Whether a request with this origin may call: a page of the hub, a page from the person's own machine (such as a client in
 * development), or a page of an origin in the configuration. A request without an origin does not come from a page.
 */
export function mayCall(
  origin: string | undefined,
  { publicUrl, allowedOrigins }: OriginRules,
): boolean {
  if (origin === undefined || origin === publicUrl) return true
  if (allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return true
  return /^https?:/.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin).hostname)
}

/**
 * Whether the host of a request is a name of the hub. A hub on loopback accepts loopback names only, because a page could point
 * another name at it. On other addresses https protects against that: the hub has no certificate for other names.
 */
export function isOwnHost(host: string, { publicUrl }: Pick<OriginRules, 'publicUrl'>): boolean {
  if (!isLoopback(new URL(publicUrl).hostname)) return true
  return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
}
