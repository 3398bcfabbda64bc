/** What a client pays before it has done anything: the lists of tools, in tokens of cl100k_base. */
import type { Tool } from '@modelcontextprotocol/client'
import { Tiktoken } from 'js-tiktoken/lite'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../src/tools.ts'
import { type AgentHub, startAgentHub } from './support/agent.ts'

const MOST_TOOLS = 25
const MOST_TOKENS = 12_000
const MOST_DEFAULT_TOKENS = 4_000
const MOST_DESCRIPTION = 300

const encoding = new Tiktoken(cl100k)
const tokensOf = (value: unknown) => encoding.encode(JSON.stringify(value)).length

let hub: AgentHub
let all: readonly Tool[]
let byDefault: readonly Tool[]
beforeAll(async () => {
  hub = await startAgentHub(1)
  const listed = async (query: string) => (await (await hub.connect(query)).listTools()).tools
  all = await listed('?toolsets=all')
  byDefault = await listed('')
})
afterAll(async () => await hub?.stop())

describe('the lists of tools', () => {
  test('have all tools, at most 25', () => {
    expect(all.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(all.length).toBeLessThanOrEqual(MOST_TOOLS)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })

  test('stay small: 12,000 tokens for all, 4,000 for the tools that a client gets by default', async () => {
    const sizes = all.map((tool) => [tool.name, tokensOf(tool)])
    expect(tokensOf({ tools: all }), JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_TOKENS)
    const most = MOST_DEFAULT_TOKENS
    expect(tokensOf({ tools: byDefault }), JSON.stringify(sizes)).toBeLessThanOrEqual(most)
    // A caller with a choice names the customer in each call.
    const customers = [hub.customer, { ...hub.customer, customerId: 2, name: 'Kiosk' }]
    const { tools } = await (await hub.connect('', { customers })).listTools()
    expect(tools[0]?.inputSchema.properties).toHaveProperty('customerId')
    expect(tokensOf({ tools }), JSON.stringify(sizes)).toBeLessThanOrEqual(most)
  })

  test('tell a model of each tool what it is for and what it does to the data', () => {
    for (const { name, title, description = '', annotations, outputSchema } of all) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(title, name).toBeTruthy()
      expect(description.length, name).toBeGreaterThan(20)
      expect(description.length, name).toBeLessThanOrEqual(MOST_DESCRIPTION)
      for (const hint of ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const) {
        expect(annotations?.[hint], `${name} ${hint}`).toBeTypeOf('boolean')
      }
      expect(outputSchema?.type, name).toBe('object')
    }
  })

  test('say of each tool that writes how it is undone', () => {
    const writes = TOOLS.filter((tool) => tool.effect !== 'read')
    for (const tool of writes)
      expect('undo' in tool && tool.undo.length, tool.name).toBeGreaterThan(20)
  })
})
