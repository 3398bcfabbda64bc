/** One call of a tool: the customer, the dry run, the approval, and the answer. */
import { createHash, randomUUID } from 'node:crypto'
import { ClientError, isProblem } from '@entrepot/client'
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server'
import { questionsOf, readAnswer } from './approval.ts'
import { argumentsOf, type CommonArguments } from './arguments.ts'
import { callOrAsk } from './ask.ts'
import { checkArguments, describeArguments } from './check-arguments.ts'
import {
  type CallFacts,
  type McpCaller,
  type McpHost,
  NO_CUSTOMER,
  type ServedCustomer,
} from './host.ts'
import { pickFields } from './pick-fields.ts'
import { answerOf, failureOf, refusalOf } from './results.ts'
import {
  type InputRefusal,
  isInputRefusal,
  type ReadTool,
  type Tool,
  type ToolContext,
  type WriteTool,
} from './tool.ts'
import { isCode, markQuotes, markText, quotableTexts, withoutMarks } from './untrusted.ts'

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
  /** Addresses of the console, and sentences of the tool, that the call has made. */
  readonly ownTexts: Set<string>
}

/** Who is served, and by which application. */
interface Served {
  readonly host: McpHost
  readonly caller: McpCaller
  /** The tools that list records: where ids come from. */
  readonly lists?: readonly string[]
}

/** Calls a tool. Unexpected errors are reported; the answer contains a text without their details. */
export async function callTool(
  tool: Tool,
  served: Served,
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    return await call(tool, served, withoutMarks(given) as Given, context)
  } catch (error) {
    served.host.onError(error)
    return failureOf(ClientError.is(error) ? error.code : 'TOOL_FAILED', FAILED)
  }
}

/** Arguments as the caller has sent them. */
type Given = Readonly<Record<string, unknown>>

async function call(
  tool: Tool,
  { host, caller, lists = [] }: Served,
  given: Given,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const misfit = refuseArguments(tool, caller, given)
  if (misfit !== undefined) return misfit
  const { customerId, fields, dryRun, idempotencyKey, ...input } = given
  const common = { customerId, fields, dryRun, idempotencyKey } as CommonArguments
  const customer = chooseCustomer(caller, common.customerId)
  if (typeof customer === 'string') return failureOf('TOOL_CUSTOMER', customer)
  const facts = {
    tool: tool.name,
    customerId: customer.customerId,
    idempotencyKey: common.idempotencyKey,
  }
  const made = { host, caller, context, common, input: input as never, ownTexts: new Set<string>() }
  try {
    return tool.effect === 'read'
      ? await read(tool, made, facts)
      : await write(tool as WriteTool, made, facts)
  } catch (error) {
    if (!isProblem(error)) throw error
    return refusalOf(error, given, hintOf(tool, String(error.code), lists))
  }
}

/** Refuses arguments that do not fit. Clients keep lists of tools for a while, so the customer may be named even if there is no choice. */
function refuseArguments(
  tool: Tool,
  { customers }: McpCaller,
  given: Given,
): CallToolResult | undefined {
  const issues = checkArguments(argumentsOf(tool, true), given)
  if (issues.length === 0) return undefined
  const known = describeArguments(argumentsOf(tool, customers.length > 1))
  const list = issues.map(({ path, message }) => `${path || 'arguments'} ${message}`).join('; ')
  return failureOf('TOOL_INPUT', `Nothing was done: ${list}. ${known}`, { issues })
}

/** The refusal of a tool, which may quote the input and stored texts. */
function refuseInput({ refusal }: InputRefusal, input: unknown): CallToolResult {
  return failureOf('TOOL_INPUT', markQuotes(refusal, quotableTexts(input)))
}

/** What to do after a refusal, besides what its text says. */
function hintOf({ hints }: Tool, code: string, lists: readonly string[]): string | undefined {
  if (hints?.[code] !== undefined) return hints[code]
  if (code !== 'MARKET_NOT_FOUND' || lists.length === 0) return undefined
  return `Ids and references come from ${lists.join(', ')}. Do not guess them.`
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
  const list = customers.map(({ customerId, name }) => `${customerId} (${markText(name)})`)
  return `Set customerId to one of the customers for which you act: ${list.join(', ')}.`
}

async function read(tool: ReadTool, call: Call, facts: CallFacts): Promise<CallToolResult> {
  const { common, input, ownTexts } = call
  const result = await tool.run(contextOf(call, facts, {}), input)
  if (isInputRefusal(result)) return refuseInput(result, input)
  const { fields = tool.brief } = common
  if (fields === undefined || tool.records === undefined) return answerOf(result, { ownTexts })
  const picked = pickFields((result as Record<string, unknown>)[tool.records], fields)
  return answerOf({ ...result, [tool.records]: picked }, { ownTexts })
}

async function write(
  tool: WriteTool,
  call: Call,
  facts: CallFacts,
): Promise<CallToolResult | InputRequiredResult> {
  const { host, caller, context, common, input, ownTexts } = call
  if (common.dryRun) return await rehearse(tool, call, facts)
  const questions = questionsOf(host.stateKey, caller, tool.name, [facts.customerId, common, input])
  const given = await readAnswer(questions, context)
  const { idempotencyKey = given?.idempotencyKey ?? randomUUID() } = common
  const asking = { host, caller, facts, context, questions, idempotencyKey, given }
  return await callOrAsk(asking, async (approvalId) => {
    const own = contextOf(call, { ...facts, approvalId }, { idempotencyKey })
    const result = await tool.run(own, input)
    if (isInputRefusal(result)) return refuseInput(result, input)
    return answerOf({ result }, { own: { status: 'done', undo: tool.undo }, ownTexts })
  })
}

/** Makes the call, reads the state before and after it, and undoes everything. */
async function rehearse(tool: WriteTool, call: Call, facts: CallFacts): Promise<CallToolResult> {
  const { host, caller, input, ownTexts } = call
  const context = contextOf(call, facts, {})
  return await host.rehearse(caller, async () => {
    const before = await tool.readState(context, input)
    const result = await tool.run(context, input)
    if (isInputRefusal(result)) return refuseInput(result, input)
    const after = await tool.readState(context, input)
    const own = { status: 'dry_run', undo: tool.undo }
    return answerOf({ result, before, after }, { own, ownTexts })
  })
}

function contextOf(
  { host, caller, ownTexts }: Call,
  facts: CallFacts,
  write: ToolContext['write'],
): ToolContext {
  return {
    hub: host.hubFor(caller, facts),
    linkTo(path) {
      const link = `${host.publicUrl}/console${path}`
      // A path with texts of others, such as a reference that says something, is marked like those.
      if (!path.includes('%') && path.split(/[/?&=]/).every(isCode)) ownTexts.add(link)
      return link
    },
    say(sentence) {
      ownTexts.add(sentence)
      return sentence
    },
    write,
    isKeyed: facts.idempotencyKey !== undefined,
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
