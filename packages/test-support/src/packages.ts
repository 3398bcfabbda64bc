/** Builds and installs packages as users get them. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a command, and returns its output. Throws with the output if it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

/** Runs a tool of the repository with the Node that runs the tests. */
export function runTool(name: string, args: readonly string[], cwd: string): string {
  return run(process.execPath, [join(root, 'node_modules', name), ...args], cwd)
}

/**
 * Builds copies of packages and packs them. Packages of the repository that they depend on must be among them. Nothing is written to the
 * `dist` folders of the repository, which other tests may read.
 *
 * @param names folders of `packages`
 * @param work a folder of the test for the tarballs
 * @returns the paths of the tarballs, in the order of the names
 */
export function packPackages(names: readonly string[], work: string): readonly string[] {
  // Below the repository, so that the copies find what the repository has installed.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const copy = mkdtempSync(join(root, 'node_modules/.cache/packages-'))
  try {
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
    mkdirSync(join(copy, 'node_modules/@entrepot'), { recursive: true })
    for (const name of names) {
      const folder = join(copy, 'packages', name)
      copyPackage(name, folder)
      symlinkSync(folder, join(copy, 'node_modules/@entrepot', name), 'dir')
    }
    const projects = names.map((name) => join(copy, 'packages', name, 'tsconfig.build.json'))
    runTool('typescript/bin/tsc', ['--build', ...projects], copy)
    return names.map((name) => {
      const list = ['pack', '--silent', '--pack-destination', work]
      return join(work, run('npm', list, join(copy, 'packages', name)).trim())
    })
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function copyPackage(name: string, to: string): void {
  const from = join(root, 'packages', name)
  mkdirSync(to, { recursive: true })
  for (const file of globSync('*', { cwd: from, exclude: ['node_modules', 'dist', 'test'] })) {
    cpSync(join(from, file), join(to, file), { recursive: true })
  }
}

/** Makes an empty project in `work`, and installs packages into it: tarballs, or names with exact versions. */
export function createProject(work: string, packages: readonly string[]): string {
  const project = mkdtempSync(join(work, 'project-'))
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--silent']
  run('npm', ['install', ...quiet, ...packages], project)
  return project
}
