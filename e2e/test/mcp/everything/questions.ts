/**
 * Tools that ask the client questions first. Each is written once: clients of 2026-07-28 get an `input_required` result (SEP-2322) and call
 * again with the answers; for clients of 2025, the SDK asks over the stream of the session.
 */
import { randomBytes } from 'node:crypto'
import {
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequest,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { text } from './content.ts'

/** The collected answers of a tool. They are signed, because they pass through the client. */
export const state = createRequestStateCodec<{ readonly asked: string }>({ key: randomBytes(32) })

/** Requests, by the key of their answers. */
type Questions = Readonly<Record<string, InputRequest>>

const form = (
  message: string,
  properties: ElicitRequestFormParams['requestedSchema']['properties'],
) => {
  const required = Object.keys(properties)
  const requestedSchema = { type: 'object' as const, properties, required }
  return inputRequired.elicit({ message, requestedSchema })
}
const sample = (question: string, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: text(question) }],
    maxTokens,
  })

const userName = form('What is your name?', { name: { type: 'string' } })
const confirm = form('Please confirm', { ok: { type: 'boolean' } })

/** Adds all tools. */
export function addQuestions(server: McpServer): void {
  addSingleQuestions(server)
  addStatefulQuestions(server)
  addForms(server)
}

/** Answers if every question is answered; otherwise asks the open questions. */
async function ask(ctx: ServerContext, questions: Questions, requestState?: string) {
  const answers = ctx.mcpReq.inputResponses ?? {}
  const open = Object.entries(questions).filter(([key]) => answers[key] === undefined)
  if (open.length === 0) return { content: [text(JSON.stringify(answers))] }
  const inputRequests = Object.fromEntries(open)
  return inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) })
}

function addSingleQuestions(server: McpServer): void {
  const questions: Readonly<Record<string, Questions>> = {
    test_input_required_result_elicitation: { user_name: userName },
    test_input_required_result_sampling: {
      capital_question: sample('What is the capital of France?'),
    },
    test_input_required_result_list_roots: { client_roots: inputRequired.listRoots() },
    // The SDK refuses this unless the client has declared sampling.
    test_missing_capability: { answer: sample('Anything?') },
    test_streaming_elicitation: { user_name: userName },
  }
  for (const [name, asked] of Object.entries(questions)) {
    server.registerTool(name, { description: 'Asks first.' }, async (ctx) => await ask(ctx, asked))
  }
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only what the client can answer.' },
    async (ctx) => {
      const can = server.server.getClientCapabilities() ?? {}
      return await ask(ctx, {
        ...(can.sampling && { answer: sample('Anything?') }),
        ...(can.elicitation && { user_name: userName }),
      })
    },
  )
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks first.' },
    async (ctx) => {
      const context = form('What context should the prompt use?', { context: { type: 'string' } })
      const { user_context: answer } = ctx.mcpReq.inputResponses ?? {}
      if (answer === undefined) return inputRequired({ inputRequests: { user_context: context } })
      return { messages: [{ role: 'user', content: text(JSON.stringify(answer)) }] }
    },
  )
}

function addStatefulQuestions(server: McpServer): void {
  const questions: Readonly<Record<string, Questions>> = {
    test_input_required_result_request_state: { confirm },
    test_input_required_result_tampered_state: { confirm },
    test_input_required_result_multiple_inputs: {
      user_name: userName,
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
  }
  for (const [name, asked] of Object.entries(questions)) {
    server.registerTool(name, { description: 'Asks, and remembers.' }, async (ctx) => {
      if (ctx.mcpReq.requestState<{ asked: string }>()?.asked === name) {
        return { content: [text('state-ok')] }
      }
      return await ask(ctx, asked, await state.mint({ asked: name }))
    })
  }
  const steps = {
    step1: form('Step 1: What is your name?', { name: { type: 'string' } }),
    step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }),
  }
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks twice.' },
    async (ctx) => {
      const asked = ctx.mcpReq.requestState<{ asked: string }>()?.asked
      if (asked === 'step2') return { content: [text('Both answered.')] }
      const next = asked === 'step1' ? 'step2' : 'step1'
      return await ask(ctx, { [next]: steps[next] }, await state.mint({ asked: next }))
    },
  )
}

/** The questions in the scenarios of 2025. */
function addForms(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks a model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => await ask(ctx, { answer: sample(prompt) }),
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, ctx) => {
      const properties = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      } as const
      return await ask(ctx, { user: form(message, properties) })
    },
  )
  const defaults = form('Please check', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  })
  const options = ['option1', 'option2', 'option3']
  const titled = ['First', 'Second', 'Third'].map((title, index) => ({
    const: `value${index + 1}`,
    title: `${title} Option`,
  }))
  const enums = form('Please choose', {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  })
  const forms = {
    test_elicitation_sep1034_defaults: defaults,
    test_elicitation_sep1330_enums: enums,
  }
  for (const [name, asked] of Object.entries(forms)) {
    server.registerTool(
      name,
      { description: 'Asks by a form.' },
      async (ctx) => await ask(ctx, { form: asked }),
    )
  }
}
