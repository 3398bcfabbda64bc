/** Tools, and the conversion of their results to answers. */
import {
  isRefusal,
  type MarketplaceOptions,
  type Principal,
  type Refusal,
} from '@entrepot/marketplace'
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'

/** Input of a tool besides its arguments. */
export interface ToolContext {
  readonly database: MarketplaceOptions['database']
  /** The principal of the caller for each customer for which it may act now. */
  readonly principals: () => Promise<readonly Principal[]>
}

/** A tool that only reads. Its texts are for the model that chooses a tool. */
export interface Tool<Input extends TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** Returns the result; a refusal says how to correct the call. */
  run(context: ToolContext, input: Static<Input>): Promise<object | Refusal>
}

const FAILED =
  'The hub could not process this call. Try the same call again in a few seconds. If it fails again, tell the person that the operator of the hub can find the reason in its log.'

/** Adds a tool to a server. Unexpected errors are reported to `onError`; the answer contains a text without their details. */
export function addTool<Input extends TObject>(
  server: McpServer,
  tool: Tool<Input>,
  context: ToolContext,
  onError: (error: unknown) => void,
): void {
  const { name, title, description, input, run } = tool
  const inputSchema = fromJsonSchema<Static<Input>>(input)
  // The tools only read data of this hub.
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
  // Clients of MCP revisions before 2025-06-18 support text only.
  return { content: [{ type: 'text', text: JSON.stringify(outcome) }], structuredContent }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
