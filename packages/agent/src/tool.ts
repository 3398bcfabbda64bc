/** Tools, and the conversion of their results to answers. */
import {
  isRefusal,
  type MarketplaceOptions,
  type Principal,
  type Refusal,
  type Scope,
} from '@entrepot/marketplace'
import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { type Static, type TObject, Type } from 'typebox'
import { choosePrincipal } from './choose-principal.ts'

/** Input of a tool besides its arguments. */
export interface ToolContext {
  readonly database: MarketplaceOptions['database']
  /** Whom the call is for: an active customer, and a caller with the scope of the tool there. */
  readonly principal: Principal
}

/** A tool. Its texts are for the model that chooses a tool. */
export interface Tool<Input extends TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What the caller must be allowed to do at the customer. */
  readonly scope: Scope
  /** What clients may tell people before the call, such as that it only reads. */
  readonly annotations: ToolAnnotations
  /** The arguments. The endpoint adds `customerId`, and refuses others. */
  readonly input: Input
  /** Returns the result, to which the endpoint adds the customer; a refusal says how to correct the call. */
  run(context: ToolContext, input: Static<Input>): Promise<object | Refusal>
}

/** What {@link addTool} needs of the endpoint. */
export interface ToolHost {
  readonly database: MarketplaceOptions['database']
  /** The principal of the caller for each customer for which it may act now. */
  readonly principals: () => Promise<readonly Principal[]>
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void
}

const FAILED =
  'The hub could not process this call. Try the same call again in a few seconds. If it fails again, tell the person that the operator of the hub can find the reason in its log.'

const CustomerId = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Id of the customer (merchant). Leave it out if the person is a member of one customer only; the error lists the choices.',
  }),
)

/** Adds a tool to a server. Unexpected errors are reported; the answer contains a text without their details. */
export function addTool(server: McpServer, tool: Tool<TObject>, host: ToolHost): void {
  const { name, title, description, annotations } = tool
  const inputSchema = fromJsonSchema<{ customerId?: number }>(inputOf(tool))
  server.registerTool(name, { title, description, inputSchema, annotations }, async (value) => {
    try {
      return toResult(await runTool(tool, host, value))
    } catch (error) {
      host.onError(error)
      return failure(FAILED)
    }
  })
}

function inputOf({ input }: Tool<TObject>): TObject {
  const properties = { customerId: CustomerId, ...input.properties }
  return Type.Object(properties, { additionalProperties: false })
}

async function runTool(
  { scope, run }: Tool<TObject>,
  { database, principals }: ToolHost,
  { customerId, ...input }: { readonly customerId?: number },
): Promise<object | Refusal> {
  const principal = choosePrincipal(await principals(), customerId, scope)
  if (isRefusal(principal)) return principal
  const outcome = await run({ database, principal }, input)
  if (isRefusal(outcome)) return outcome
  const { customer } = principal
  return { customer: { customerId: Number(customer.customerId), name: customer.name }, ...outcome }
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
