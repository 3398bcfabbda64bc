/** Registers the resources that a caller may read. */
import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Value } from 'typebox/value'
import { callTool } from '../kit/call-tool.ts'
import type { McpCaller, McpHost, ServedCustomer } from '../kit/host.ts'
import type { Tool } from '../kit/tool.ts'
import { markText, markUntrusted } from '../kit/untrusted.ts'
import { TOOLS } from '../tools.ts'
import { RESOURCES, type Resource } from './declarations.ts'

const JSON_TYPE = 'application/json'

/** Values that a completion returns at most (MCP 2026-07-28, completion/complete). */
const MAX_COMPLETIONS = 100

/** Who reads, and from which hub. */
interface Reader {
  readonly host: McpHost
  readonly caller: McpCaller
}

/** Adds a template for each kind of resource whose tool the caller may use, in whatever toolset it is. */
export function addResources(server: McpServer, reader: Reader): void {
  for (const resource of RESOURCES) {
    const tool = TOOLS.find(({ name }) => name === resource.tool)
    const customers = tool === undefined ? [] : allowing(tool, reader.caller)
    if (tool !== undefined && customers.length > 0) addResource(server, resource, tool, reader)
  }
}

/** The customers at which a caller may use a tool. */
function allowing(tool: Tool, { customers }: McpCaller): readonly ServedCustomer[] {
  return customers.filter(({ scopes }) => tool.scopes.every((scope) => scopes.includes(scope)))
}

function addResource(server: McpServer, resource: Resource, tool: Tool, reader: Reader): void {
  const { kind, title, description, variable } = resource
  const hasChoice = reader.caller.customers.length > 1
  const addressOf = (customerId: number | string, id: string) =>
    `entrepot://${hasChoice ? `customers/${customerId}/` : ''}${kind}/${id}`
  const hubOf = (customerId: number) =>
    reader.host.hubFor(reader.caller, { tool: tool.name, customerId })
  const list = async () => ({ resources: await listed() })
  const listed = async () => {
    const found = allowing(tool, reader.caller).map(async ({ customerId, name: customer }) => {
      const records = (await resource.list?.(hubOf(customerId))) ?? []
      return records.map(({ id, name }) => ({
        uri: addressOf(customerId, id),
        name: markUntrusted(hasChoice ? `${customer}: ${name}` : name) as string,
        title,
        mimeType: JSON_TYPE,
      }))
    })
    return (await Promise.all(found)).flat()
  }
  const complete = async (text: string, named?: { arguments?: Record<string, string> }) => {
    const allowed = allowing(tool, reader.caller)
    const wanted = named?.arguments?.customerId
    const customer = hasChoice
      ? allowed.find((one) => String(one.customerId) === wanted)
      : allowed[0]
    if (customer === undefined || text.trim() === '') return []
    const found = await resource.complete(hubOf(customer.customerId), text)
    // A name that comes back with the marks is read without them.
    return found.slice(0, MAX_COMPLETIONS).map((name) => markText(name))
  }
  const customerIds = () => allowing(tool, reader.caller).map(({ customerId }) => `${customerId}`)
  const template = new ResourceTemplate(addressOf('{customerId}', `{${variable}}`), {
    list: resource.list && list,
    complete: {
      [variable]: complete,
      ...(hasChoice && {
        customerId: (text: string) => customerIds().filter((id) => id.startsWith(text)),
      }),
    },
  })
  server.registerResource(
    kind,
    template,
    { title, description, mimeType: JSON_TYPE },
    async ({ href }, variables, context) => {
      const id = textOf(variables[variable])
      const given = argumentsFor(resource, tool, id, textOf(variables.customerId))
      return await read(href, tool, reader, given, context)
    },
  )
}

/** A part of an address, which is encoded there. Undefined if it is not there, or is not encoded as it should be. */
function textOf(part: string | string[] | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent([part].flat().join(','))
  } catch {
    return undefined
  }
}

/** The arguments with which the tool reads the record. Undefined if no record can have this name. */
function argumentsFor(
  { argument }: Resource,
  { input }: Tool,
  id: string | undefined,
  customerId: string | undefined,
): Record<string, unknown> | undefined {
  const values = /^\d{1,15}$/.test(id ?? '') ? [Number(id), id] : [id]
  const named = values.find((value) => Value.Check(input, { [argument]: value }))
  if (named === undefined) return undefined
  return { [argument]: named, ...(customerId !== undefined && { customerId: Number(customerId) }) }
}

/** Reads a complete record, as the tool does. */
async function read(
  uri: string,
  tool: Tool,
  reader: Reader,
  given: Record<string, unknown> | undefined,
  context: ServerContext,
) {
  if (given === undefined) throw new ResourceNotFoundError(uri)
  const { content, isError, structuredContent } = (await callTool(
    tool,
    reader,
    { ...given, ...('records' in tool && { fields: ['*'] }) },
    context,
  )) as CallToolResult
  const [part] = content
  const text = part?.type === 'text' ? part.text : ''
  if (!isError) return { contents: [{ uri, mimeType: JSON_TYPE, text }] }
  const { error } = structuredContent as { readonly error: { readonly code: string } }
  const { code } = error
  if (code === 'MARKET_NOT_FOUND') throw new ResourceNotFoundError(uri)
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, text, { uri, code })
}
