/** What a tool is, and how its outcome becomes an answer. */
import {
  type Customer,
  isRefusal,
  type MarketplaceOptions,
  type Refusal,
} from '@entrepot/marketplace'
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'

/** What a tool works with. */
export interface ToolContext {
  readonly database: MarketplaceOptions['database']
  /** The customers of the person who calls, as of now. */
  readonly customers: () => Promise<readonly Customer[]>
}

/** A tool that reads. Its texts are written for the model that chooses among tools. */
export interface Tool<Input extends TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** Gives what it has read; a refusal says what to do instead, in words that help to get it right. */
  run(context: ToolContext, input: Static<Input>): Promise<object | Refusal>
}

const FAILED =
  'The hub could not do this. Try the same call again in a few seconds; if it fails again, tell the person, and that whoever runs the hub finds the reason in its log.'

/** Adds a tool to a server. Whatever goes wrong is answered in words; what is thrown is reported and never shown. */
export function addTool<Input extends TObject>(
  server: McpServer,
  tool: Tool<Input>,
  context: ToolContext,
  onError: (error: unknown) => void,
): void {
  const { name, title, description, input, run } = tool
  const inputSchema = fromJsonSchema<Static<Input>>(input)
  // Of what the merchant's own hub holds, and nothing is changed.
  const annotations = { readOnlyHint: true, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema, annotations }, async (value) => {
    try {
      return toResult(await run(context, value))
    } catch (error) {
      onError(error)
      return failure(FAILED)
    }
  })
}

function toResult(outcome: object | Refusal): CallToolResult {
  if (isRefusal(outcome)) return failure(`${outcome.detail} (${outcome.code})`)
  const structuredContent = outcome as Record<string, unknown>
  // Clients before 2025-06-18 know text only.
  return { content: [{ type: 'text', text: JSON.stringify(outcome) }], structuredContent }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
