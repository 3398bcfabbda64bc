/** Builds packages and installs them like users do. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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

/** What an application with sign-in uses, each after those that it depends on. */
const APPLICATION_PACKAGES = ['batch', 'config', 'rest', 'sealer', 'oauth', 'dev-idp'] as const

/** The packages that are tested as users get them: those of an application, and the hub with all that it depends on. */
export const PACKED = [
  ...APPLICATION_PACKAGES,
  ...(['client', 'database', 'embedded-postgres', 'catalogues', 'marketplace'] as const),
  ...(['agent', 'server'] as const),
] as const

/** Tarballs of packages, built and packed once per test run. */
export async function tarballsOf(
  names: readonly (typeof PACKED)[number][],
): Promise<readonly string[]> {
  const folder = await createOnce('tarballs', packPackages)
  return names.map((name) => join(folder, `entrepot-${name}-${versionOf(`@entrepot/${name}`)}.tgz`))
}

/**
 * Builds copies of the packages and packs them into a folder. Nothing is written to the `dist` folders of the repository, which other
 * tests may read.
 */
function packPackages(work: string): void {
  // Below the repository, so that the copies find what the repository has installed.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const copy = mkdtempSync(join(root, 'node_modules/.cache/packages-'))
  try {
    cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
    mkdirSync(join(copy, 'node_modules/@entrepot'), { recursive: true })
    for (const name of PACKED) {
      const folder = join(copy, 'packages', name)
      copyPackage(name, folder)
      symlinkSync(folder, join(copy, 'node_modules/@entrepot', name), 'dir')
    }
    const projects = PACKED.map((name) => join(copy, 'packages', name, 'tsconfig.build.json'))
    // Types are checked elsewhere (`npm run typecheck`), which takes most of the time of a build.
    runTool('typescript/bin/tsc', ['--build', '--noCheck', ...projects], copy)
    const folders = PACKED.map((name) => `./packages/${name}`)
    run('npm', ['pack', '--silent', '--pack-destination', work, ...folders], copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Creates a folder once per test run. The other processes wait for the first one. */
async function createOnce(name: string, create: (folder: string) => unknown): Promise<string> {
  // The folder of the test run.
  const folder = join(tmpdir(), name)
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined
  const ready = join(folder, '.ready')
  if (isFirst) {
    try {
      await create(folder)
    } finally {
      writeFileSync(ready, '')
    }
  }
  while (!existsSync(ready)) await setTimeout(50)
  return folder
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
  install(project, packages)
  return project
}

/** Installs packages into a project: tarballs, or names with exact versions. */
export function install(project: string, packages: readonly string[]): void {
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--silent']
  run('npm', ['install', ...quiet, ...packages], project)
}

/** What the README of @entrepot/oauth installs. */
export const APPLICATION = ['@entrepot/oauth', 'fastify', '@fastify/cookie', '@fastify/session']

/** What it installs besides for an MCP server. */
export const MCP_SDK = ['@modelcontextprotocol/node', '@modelcontextprotocol/server']

/** {@link createProject} with {@link APPLICATION}, {@link MCP_SDK} and @entrepot/dev-idp. npm runs once per test run. */
export async function createApplication(work: string): Promise<string> {
  const installed = await createOnce('application', async (folder) => {
    const others = [...APPLICATION.slice(1), ...MCP_SDK]
    const frameworks = others.map((name) => `${name}@${versionOf(name)}`)
    renameSync(
      createProject(folder, [...(await tarballsOf(APPLICATION_PACKAGES)), ...frameworks]),
      join(folder, 'project'),
    )
  })
  const project = mkdtempSync(join(work, 'project-'))
  run('cp', ['-R', `${installed}/project/.`, project], work)
  return project
}

/** The version in this repository, so that a test does not change when the registry does. */
function versionOf(name: string): string {
  const manifest = join(root, 'node_modules', name, 'package.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
