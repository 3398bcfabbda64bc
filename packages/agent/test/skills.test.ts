import type { PromptMessage } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSkills } from '../src/skills/skills.ts'
import { TOOLS } from '../src/tools.ts'
import { type AgentHub, startAgentHub } from './support/agent.ts'

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub(1)
})
afterAll(async () => await hub?.stop())

/** The text of the only message of a prompt. */
function textOf([message]: readonly PromptMessage[]): string {
  return message?.content.type === 'text' ? message.content.text : ''
}

const NAMES = [
  'clear-new-orders',
  'explain-lag',
  'explain-price',
  'find-what-is-stuck',
  'ship-warehouse-list',
]

test('skills name tools that exist, and no others than those that they declare', async () => {
  const skills = await readSkills()
  expect(skills.map(({ name }) => name)).toEqual(NAMES)
  const known = TOOLS.map(({ name }) => name)
  for (const { tools, text } of skills) {
    expect(known).toEqual(expect.arrayContaining([...tools]))
    const named = [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name)
    const others = named.filter((name) => name !== 'approval_required')
    expect([...new Set(others)].toSorted()).toEqual([...tools].toSorted())
  }
})

test('a client lists, reads and verifies the skills', async () => {
  const skills = new SkillsClient(await hub.connect())
  expect(skills.supported).toBe(true)
  const { skills: found } = await skills.list()
  expect(found.map(({ frontmatter }) => frontmatter.name)).toEqual(NAMES)
  for (const skill of found) {
    const { verified, body } = await skills.read(skill)
    expect(verified).toBe(true)
    expect(body).toContain('1. ')
  }
})

test('prompts are the same skills, with what the person gives', async () => {
  const client = await hub.connect()
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(NAMES)
  const price = prompts.find(({ name }) => name === 'explain-price')
  expect(price?.arguments?.map(({ name }) => name)).toEqual(['product', 'channel'])
  const { messages } = await client.getPrompt({
    name: 'explain-price',
    arguments: { product: 'MUG' },
  })
  const text = textOf(messages)
  expect(text).toContain('`explain_offer`')
  expect(text).toContain('product: MUG')
  expect(text).not.toContain('allowed-tools')
  const stuck = await client.getPrompt({ name: 'find-what-is-stuck' })
  expect(textOf(stuck.messages)).toContain('get_overview')
})

test('a client gets the skills that it has all tools for', async () => {
  const client = await hub.connect('?toolsets=products')
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['explain-price'])
  const { skills } = await new SkillsClient(client).list()
  expect(skills).toHaveLength(1)
  const none = await hub.connect('?toolsets=returns')
  expect(new SkillsClient(none).supported).toBe(false)
})
