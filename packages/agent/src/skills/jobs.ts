/** The common jobs, each a file `skills/<name>/SKILL.md` of this package. Skills and prompts are made of them. */
import { readdir, readFile } from 'node:fs/promises'
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'

/** An argument of the prompt of a job. */
export interface JobArgument {
  readonly name: string
  readonly description: string
}

/** A job. */
export interface Job {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The tools that it needs. */
  readonly tools: readonly string[]
  readonly arguments: readonly JobArgument[]
  /** The file as it is. */
  readonly file: string
  /** What is to be done, in Markdown. */
  readonly text: string
}

const FOLDER = new URL('../../skills/', import.meta.url)

let jobs: Promise<readonly Job[]> | undefined

/** Reads all jobs, once. */
export async function readJobs(): Promise<readonly Job[]> {
  jobs ??= load()
  return await jobs
}

async function load(): Promise<readonly Job[]> {
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
function argumentsOf(written = ''): readonly JobArgument[] {
  return written
    .split(';')
    .filter(Boolean)
    .map((one) => {
      const [name = '', description = ''] = one.split(/:(.*)/s)
      return { name: name.trim(), description: description.trim() }
    })
}
