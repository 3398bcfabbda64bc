/** What each release has, for checks that compare the next one with it. `npm run version-packages` adds the next one to `releases.json`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A release of the hub. */
export interface Release {
  /** Version of `@entrepot/server`. */
  readonly version: string
  /** Number of the last migration of each module. */
  readonly migrations: Readonly<Record<string, number>>
}

/** The folder of the migrations of each module, from the root of the repository. */
export const MODULES: Readonly<Record<string, string>> = {
  marketplace: 'packages/marketplace/migrations',
  hub: 'packages/server/migrations',
  oauth: 'packages/oauth/migrations/postgres',
}

const FILE = new URL('releases.json', import.meta.url)
const root = new URL('../', import.meta.url)

/** All releases, oldest first. */
export const RELEASES: readonly Release[] = JSON.parse(readFileSync(FILE, 'utf8'))

/** Adds the release that the manifest of the hub names. A second call for the same version replaces it. Pure. */
export function addRelease(
  releases: readonly Release[],
  version: string,
  migrations: Release['migrations'],
): readonly Release[] {
  return [...releases.filter((one) => one.version !== version), { version, migrations }]
}

function recordRelease(): void {
  const manifest = readFileSync(new URL('packages/server/package.json', root), 'utf8')
  const lastOf = (folder: string) => {
    const files = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.sql'))
    return Number(files.sort().at(-1)?.slice(0, 4))
  }
  const last = Object.entries(MODULES).map(([name, folder]) => [name, lastOf(folder)])
  const releases = addRelease(RELEASES, JSON.parse(manifest).version, Object.fromEntries(last))
  writeFileSync(FILE, `${JSON.stringify(releases, null, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) recordRelease()
