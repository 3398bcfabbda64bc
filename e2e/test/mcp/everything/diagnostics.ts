/** Tools that change what the server offers, close their own stream, or have schemas that are often damaged. */
import { setTimeout as delay } from 'node:timers/promises'
import { fromJsonSchema, type McpHttpHandler, type McpServer } from '@modelcontextprotocol/server'
import { text } from './content.ts'

/** Additional features for all sessions. `test_trigger_tool_change` and `test_trigger_prompt_change` toggle them. */
const OFFERED = { tool: false, prompt: false }

/** Adds the tools. The notifier of the handler sends changes to listening clients. */
export function addDiagnostics(server: McpServer, notify: McpHttpHandler['notify']): void {
  addChanges(server, notify)
  server.registerTool(
    'test_reconnection',
    { description: 'Closes its stream before it answers.' },
    async (ctx) => {
      ctx.http?.closeSSE?.()
      await delay(100)
      return { content: [text('Reconnected.')] }
    },
  )
  const schemed = { description: 'Has a schema.', inputSchema: fromJsonSchema(MANGLED) }
  server.registerTool('json_schema_2020_12_tool', schemed, async () => ({ content: [] }))
  const region = { type: 'string', 'x-mcp-header': 'Region' }
  server.registerTool(
    'test_parameter_header',
    {
      description: 'Has a parameter that is a header too.',
      inputSchema: fromJsonSchema({ type: 'object', properties: { region } }),
    },
    async () => ({ content: [text('Hello.')] }),
  )
}

function addChanges(server: McpServer, notify: McpHttpHandler['notify']): void {
  if (OFFERED.tool)
    server.registerTool('offered_tool', { description: 'Comes and goes.' }, async () => ({
      content: [],
    }))
  if (OFFERED.prompt)
    server.registerPrompt('offered_prompt', { description: 'Comes and goes.' }, async () => ({
      messages: [],
    }))
  server.registerTool(
    'test_trigger_tool_change',
    { description: 'Changes the tools.' },
    async () => {
      OFFERED.tool = !OFFERED.tool
      notify.toolsChanged()
      return { content: [text('Changed.')] }
    },
  )
  server.registerTool(
    'test_trigger_prompt_change',
    { description: 'Changes the prompts.' },
    async () => {
      OFFERED.prompt = !OFFERED.prompt
      notify.promptsChanged()
      return { content: [text('Changed.')] }
    },
  )
}

/** Every keyword that SEP-1613 and SEP-2106 require to be preserved. */
const MANGLED = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}
