/** Answers of tools: the complete result as text and as JSON, because some clients pass on only one of them. */
import type { HubError } from '@entrepot/client'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { markUntrusted } from './untrusted.ts'

/** The answer with a result. Texts of others are marked. */
export function answerOf(result: object): CallToolResult {
  const structuredContent = markUntrusted(result) as Record<string, unknown>
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

/** The answer to a call that changed nothing. The text says what to change. */
export function failureOf(code: string, detail: string, more: object = {}): CallToolResult {
  const error = { code, detail, ...more }
  return {
    content: [{ type: 'text', text: textOf(detail, code, more) }],
    structuredContent: { error },
    isError: true,
  }
}

/** The answer to a call that the hub refused. @param hints what to do next, by the code of the refusal */
export function refusalOf(
  { code, detail, issues, retryAfterMs, requestId }: HubError,
  hints: Readonly<Record<string, string>> = {},
): CallToolResult {
  const hint = hints[code]
  return failureOf(String(code), detail, {
    ...(hint !== undefined && { hint }),
    ...(issues.length > 0 && { issues }),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
    ...(requestId !== undefined && { requestId }),
  })
}

function textOf(detail: string, code: string, more: object): string {
  const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''
  return `${detail} (${code})${rest}`
}
