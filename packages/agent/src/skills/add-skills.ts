/** Registers the skills that a client has the tools for (SEP-2640), and a prompt for each. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import {
  memorySkillFiles,
  type SkillCatalog,
  SkillsExtension,
} from '@modelcontextprotocol/server/ext/skills'
import type { Tool } from '../kit/tool.ts'
import { readSkills, type Skill } from './skills.ts'

/** The skills are files of this version of the hub, but which of them a client gets depends on the caller. */
const CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const

/** Adds the skills whose tools are all among those of the client. */
export async function addSkills(server: McpServer, tools: readonly Tool[]): Promise<void> {
  const names = new Set(tools.map(({ name }) => name))
  const possible = (await readSkills()).filter((skill) =>
    skill.tools.every((name) => names.has(name)),
  )
  if (possible.length === 0) return
  for (const skill of possible) addPrompt(server, skill)
  const catalog = await catalogOf(possible)
  catalog.attach(server)
}

const catalogs = new Map<string, SkillCatalog>()

/** The catalog of some skills, which is built once: there are few choices of toolsets. */
async function catalogOf(possible: readonly Skill[]): Promise<SkillCatalog> {
  const key = possible.map(({ name }) => name).join(' ')
  const files = Object.fromEntries(possible.map(({ name, file }) => [`${name}/SKILL.md`, file]))
  const made =
    catalogs.get(key) ?? (await SkillsExtension.load(memorySkillFiles(files), { cacheHint: CACHE }))
  catalogs.set(key, made)
  return made
}

function addPrompt(
  server: McpServer,
  { name, title, description, arguments: wanted, text }: Skill,
) {
  const answer = (given: Readonly<Record<string, string>>) => {
    const known = Object.entries(given).map(([key, value]) => `${key}: ${value}`)
    const about = known.length > 0 ? `\n\nThe person has given:\n\n${known.join('\n')}` : ''
    return {
      description,
      messages: [
        { role: 'user' as const, content: { type: 'text' as const, text: `${text}${about}` } },
      ],
    }
  }
  if (wanted.length === 0) {
    server.registerPrompt(name, { title, description }, () => answer({}))
    return
  }
  const argsSchema = schemas.get(name) ?? schemaOf(wanted)
  schemas.set(name, argsSchema)
  server.registerPrompt(name, { title, description, argsSchema }, (given) => answer(given))
}

const schemas = new Map<string, ReturnType<typeof schemaOf>>()

/** The schema of the arguments of a prompt, which is compiled once. */
function schemaOf(wanted: Skill['arguments']) {
  const properties = Object.fromEntries(
    wanted.map((one) => [one.name, { type: 'string', description: one.description }]),
  )
  return fromJsonSchema<Record<string, string>>({ type: 'object', properties })
}
