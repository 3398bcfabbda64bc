/** The skills: common work with the tools, each a file `skills/<name>/SKILL.md` of this package. Prompts are made of the same files. */
import { readdir, readFile } from 'node:fs/promises'
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'

/** An argument of the prompt of a skill. */
export interface SkillArgument {
  readonly name: string
  readonly description: string
}

/** A skill. */
export interface Skill {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The tools that it needs. */
  readonly tools: readonly string[]
  readonly arguments: readonly SkillArgument[]
  /** The file as it is. */
  readonly file: string
  /** What is to be done, in Markdown. */
  readonly text: string
}

const FOLDER = new URL('../../skills/', import.meta.url)

let skills: readonly Skill[] | undefined

/** Reads all skills, once. */
export async function readSkills(): Promise<readonly Skill[]> {
  skills ??= await load()
  return skills
}

async function load(): Promise<readonly Skill[]> {
  const names = (await readdir(FOLDER)).toSorted()
  const paths = names.map((name) => `${name}/SKILL.md`)
  const files = await Promise.all(
    paths.map(async (path) => [path, await readFile(new URL(path, FOLDER), 'utf8')] as const),
  )
  const byPath = Object.fromEntries(files)
  const { entries } = await SkillsExtension.load(memorySkillFiles(byPath), { strict: true })
  return entries.map(({ frontmatter }) => {
    const { name, description } = frontmatter
    const metadata = frontmatter.metadata as { readonly title: string; readonly arguments?: string }
    const file = byPath[`${name}/SKILL.md`] as string
    return {
      name,
      title: metadata.title,
      description,
      tools: String(frontmatter['allowed-tools']).split(' '),
      arguments: argumentsOf(metadata.arguments),
      file,
      text: file.replace(/^---\n.*?\n---\n/s, '').trim(),
    }
  })
}

/** Reads `product: Its reference; channel: Its name or Id`. */
function argumentsOf(written = ''): readonly SkillArgument[] {
  return written
    .split(';')
    .filter(Boolean)
    .map((one) => {
      const [name = '', description = ''] = one.split(/:(.*)/s)
      return { name: name.trim(), description: description.trim() }
    })
}
