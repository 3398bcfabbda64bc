/** Answers of tools: the complete result as text and as JSON, because some clients pass on only one of them. */
import type { HubError } from '@entrepot/client'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { markQuotes, markUntrusted, quotableTexts } from './untrusted.ts'

/**
 * The answer with a result. Texts of others are marked.
 *
 * @param own what the hub itself says besides, such as how the effect is undone
 * @param ownTexts texts in the result that are the hub's own, such as addresses
 */
export function answerOf(
  result: object,
  { own = {}, ownTexts }: { readonly own?: object; readonly ownTexts?: ReadonlySet<string> } = {},
): CallToolResult {
  // Twice: the hub's own members come first, and no other replaces them.
  const structuredContent = { ...own, ...(markUntrusted(result, ownTexts) as object), ...own }
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

/** Issues that a refusal has at most: a model corrects those, and finds the others by the next call. */
export const MAX_ISSUES = 20

/**
 * The answer to a call that the hub refused. What the refusal quotes is marked.
 *
 * @param given the arguments of the call
 * @param hint what to do next
 */
export function refusalOf(
  { code, detail, issues, retryAfterMs, requestId }: HubError,
  given: object,
  hint: string | undefined,
): CallToolResult {
  const quotable = quotableTexts(given)
  const marked = issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: markQuotes(path, quotable),
    message: markQuotes(message, quotable),
  }))
  return failureOf(String(code), markQuotes(detail, quotable), {
    ...(marked.length > 0 && { issues: marked }),
    ...(issues.length > MAX_ISSUES && { moreIssues: issues.length - MAX_ISSUES }),
    ...(hint !== undefined && { hint }),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
    ...(requestId !== undefined && { requestId }),
  })
}

function textOf(detail: string, code: string, more: object): string {
  const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : ''
  return `${detail} (${code})${rest}`
}
