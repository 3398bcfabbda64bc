/** Packages as users get them. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Runs a command, and gives what it prints. Throws with what it said when it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

/** A tool of the repository, run by the Node that runs the tests. */
export function runTool(name: string, args: readonly string[], cwd: string): string {
  return run(process.execPath, [join(root, 'node_modules', name), ...args], cwd)
}

/**
 * Builds a copy of a package, so that neither an old dist nor a missing one matters, and packs it.
 *
 * @param work a folder of the test's own
 * @returns the path of the tarball
 */
export function pack(name: string, work: string): string {
  // The types of a package are built against those of what it imports, which may not be built in this checkout.
  if (name === 'oauth') {
    runTool('typescript/bin/tsc', ['--build', 'packages/rest/tsconfig.build.json'], root)
  }
  const copy = join(work, name)
  mkdirSync(copy)
  const from = join(root, 'packages', name)
  for (const file of globSync('*', { cwd: from, exclude: ['node_modules', 'dist', 'test'] })) {
    run('cp', ['-R', join(from, file), copy], root)
  }
  const tsc = ['--project', `packages/${name}/tsconfig.build.json`, '--outDir', join(copy, 'dist')]
  runTool('typescript/bin/tsc', [...tsc, '--tsBuildInfoFile', join(work, `${name}.info`)], root)
  return join(work, run('npm', ['pack', '--silent', '--pack-destination', work], copy).trim())
}

/** Makes an empty project in `work`, and installs packages into it: tarballs, or names with exact versions. */
export function createProject(work: string, packages: readonly string[]): string {
  const project = mkdtempSync(join(work, 'project-'))
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--silent']
  run('npm', ['install', ...quiet, ...packages], project)
  return project
}
