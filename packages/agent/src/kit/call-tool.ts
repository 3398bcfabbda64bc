/** One call of a tool: the customer, the dry run, the approval, and the answer. */
import { createHash, randomUUID } from 'node:crypto'
import { ClientError, isProblem } from '@entrepot/client'
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server'
import {
  type Approval,
  approvalOf,
  askPerson,
  canAsk,
  questionsOf,
  readAnswer,
} from './approval.ts'
import type { CommonArguments } from './arguments.ts'
import type { CallFacts, McpCaller, McpHost, ServedCustomer } from './host.ts'
import { pickFields } from './pick-fields.ts'
import { answerOf, failureOf, refusalOf } from './results.ts'
import {
  isInputRefusal,
  type ReadTool,
  type Tool,
  type ToolContext,
  type WriteTool,
} from './tool.ts'
import { withoutMarks } from './untrusted.ts'

const FAILED =
  'The hub could not process this call. Try the same call again in a few seconds. If it fails again, tell the person that the operator of the hub can find the reason in its log.'

/** What a call is made with. */
interface Call {
  readonly host: McpHost
  readonly caller: McpCaller
  readonly context: ServerContext
  readonly common: CommonArguments
  /** The arguments of the tool itself. */
  readonly input: never
}

/** Calls a tool. Unexpected errors are reported; the answer contains a text without their details. */
export async function callTool(
  tool: Tool,
  { host, caller }: { readonly host: McpHost; readonly caller: McpCaller },
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { customerId, fields, dryRun, idempotencyKey, ...input } = given
  const common = { customerId, fields, dryRun, idempotencyKey } as CommonArguments
  const call = { host, caller, context, common, input: withoutMarks(input) as never }
  try {
    const customer = chooseCustomer(caller, common.customerId)
    if (typeof customer === 'string') return failureOf('TOOL_CUSTOMER', customer)
    const facts = {
      tool: tool.name,
      customerId: customer.customerId,
      idempotencyKey: common.idempotencyKey,
    }
    return tool.effect === 'read'
      ? await read(tool, call, facts)
      : await write(tool as WriteTool, call, facts)
  } catch (error) {
    if (isProblem(error)) return refusalOf(error, tool.hints)
    host.onError(error)
    return failureOf(ClientError.is(error) ? error.code : 'TOOL_FAILED', FAILED)
  }
}

/** The customer that a call names, or the only one. The answer for a customer of others is that for a customer which does not exist. */
function chooseCustomer(
  { customers }: McpCaller,
  named: number | undefined,
): ServedCustomer | string {
  const [only, ...others] = customers
  if (only === undefined) return NO_CUSTOMER
  if (named === undefined && others.length === 0) return only
  const found = customers.find(({ customerId }) => customerId === named)
  if (found !== undefined) return found
  const list = customers.map(({ customerId, name }) => `${customerId} (${name})`).join(', ')
  return `Set customerId to one of the customers for which you act: ${list}.`
}

const NO_CUSTOMER =
  'You act for no customer of this hub. The operator of the hub can change that: entrepot members add <email> --customer <id>'

async function read(
  tool: ReadTool,
  { host, caller, common, input }: Call,
  facts: CallFacts,
): Promise<CallToolResult> {
  const result = await tool.run(contextOf(host, caller, facts, {}), input)
  if (isInputRefusal(result)) return failureOf('TOOL_INPUT', result.refusal)
  const { fields = tool.brief } = common
  if (fields === undefined || tool.records === undefined) return answerOf(result)
  const picked = pickFields((result as Record<string, unknown>)[tool.records], fields)
  return answerOf({ ...result, [tool.records]: picked })
}

async function write(
  tool: WriteTool,
  { host, caller, context, common, input }: Call,
  facts: CallFacts,
): Promise<CallToolResult | InputRequiredResult> {
  if (common.dryRun) return await rehearse(tool, host, contextOf(host, caller, facts, {}), input)
  const questions = questionsOf(host.stateKey, caller, tool.name, [facts.customerId, common, input])
  const answer = await readAnswer(questions, context)
  if (answer !== undefined && !answer.isApproved) {
    const { approvalId } = answer
    await host.reject(caller, { ...facts, approvalId })
    return failureOf('TOOL_DECLINED', 'The person declined. Nothing was changed. Do not try again.')
  }
  const { idempotencyKey = randomUUID() } = common
  const given = { ...facts, approvalId: answer?.approvalId }
  try {
    const result = await tool.run(contextOf(host, caller, given, { idempotencyKey }), input)
    if (isInputRefusal(result)) return failureOf('TOOL_INPUT', result.refusal)
    return answerOf({ status: 'done', result, undo: tool.undo })
  } catch (error) {
    const approval = approvalOf(error)
    if (approval === undefined) throw error
    if (!approval.needsMember && caller.person !== undefined && canAsk(context)) {
      return await askPerson(questions, approval, context)
    }
    return answerOf(waiting(approval, host))
  }
}

/** What a client gets that cannot ask the person: the call waits, and is not made without an approval. */
function waiting({ id, summary, expiresAt }: Approval, { publicUrl }: McpHost) {
  return {
    status: 'approval_required',
    approval: { id, summary, expiresAt, link: `${publicUrl}/console/agents/approvals/${id}` },
    hint: 'A member must approve this. Show the link to the person, and read the outcome with get_approval. Do not repeat the call.',
  }
}

/** Makes the call, reads the state before and after it, and undoes everything. */
async function rehearse(
  tool: WriteTool,
  host: McpHost,
  context: ToolContext,
  input: never,
): Promise<CallToolResult> {
  return await host.rehearse(async () => {
    const before = await tool.readState(context, input)
    const result = await tool.run(context, input)
    if (isInputRefusal(result)) return failureOf('TOOL_INPUT', result.refusal)
    const after = await tool.readState(context, input)
    return answerOf({ status: 'dry_run', result, before, after, undo: tool.undo })
  })
}

function contextOf(
  host: McpHost,
  caller: McpCaller,
  facts: CallFacts,
  write: ToolContext['write'],
): ToolContext {
  return {
    hub: host.hubFor(caller, facts),
    linkTo: (path) => `${host.publicUrl}/console${path}`,
    write,
    referenceFor: (content) => referenceFor(caller, facts, content),
  }
}

/** A reference that equal calls share. The customer is left out: references are unique for each. */
function referenceFor(
  { clientId, person }: McpCaller,
  { tool, idempotencyKey }: CallFacts,
  content: object,
): string {
  const parts = JSON.stringify([clientId, person, tool, idempotencyKey, content])
  return `agent-${createHash('sha256').update(parts).digest('base64url').slice(0, 22)}`
}
