import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../imports.ts'

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return { file, text, jobs: Object.entries<Job>(parse(text).jobs), workflow: parse(text) }
})

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly environment?: string
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
}

describe.each(workflows)('$file', ({ text, jobs, workflow }) => {
  test('pins each action by the hash of a commit, with its version in a comment', () => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) {
      expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })

  test('has no permissions except those of a single job', () => {
    expect(workflow.permissions).toEqual({})
    for (const [name, job] of jobs) expect(job.permissions, name).toBeDefined()
  })

  test('uses no expression in a command, because the name of a branch could be executed', () => {
    const commands = jobs.flatMap(([, job]) => job.steps.map(({ run = '' }) => run))
    for (const command of commands) expect(command).not.toContain('${{')
  })
})

test('only the approved job of a release can request an identity, and it runs no script of a dependency', () => {
  const trusted = workflows.flatMap(({ jobs }) =>
    jobs.filter(([, job]) => job.permissions?.['id-token'] !== undefined),
  )
  expect(trusted.map(([name]) => name)).toEqual(['publish'])
  const [, job] = trusted[0] as (typeof trusted)[number]
  expect(job.environment).toBe('npm')
  expect(job.steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci --ignore-scripts'])
})
