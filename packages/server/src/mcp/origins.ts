/**
 * Which web pages may call `/mcp`. The transport of MCP wants `Origin` checked, against pages of the internet whose name was
 * pointed at this machine (DNS rebinding; "Security Warning" of Streamable HTTP). A page needs an access token all the
 * same, and no cookie counts here. Pure.
 */
import { isLoopback } from '../config/rules.ts'

/** What {@link mayCall} goes by. */
export interface OriginRules {
  /** Origin that people open. */
  readonly publicUrl: string
  /** `mcp.allowedOrigins`; `*` is any. */
  readonly allowedOrigins: readonly string[]
}

/**
 * Whether a page may call: one of the hub, one from the person's own machine, as clients that are being developed are, or
 * one of an origin that the configuration names. What names no origin is no page.
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
 * Whether a hub was reached by a name of its own. A hub on loopback knows its names, and answers to no other: there a page
 * could have its name point here. On any other address https does that, as no certificate of another name is good there.
 */
export function isOwnHost(host: string, { publicUrl }: Pick<OriginRules, 'publicUrl'>): boolean {
  if (!isLoopback(new URL(publicUrl).hostname)) return true
  return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
}
