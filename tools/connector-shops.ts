/** The shops with which the loop tests of the connectors run: their folders, and which of them are prepared. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './imports.ts'

const SHOPS = 'packages/connectors/shops'
const LOOPS = 'packages/connectors/loops'

/** A folder of its own, since a shop brings hundreds of packages that `npm ci` of the repository must not install. */
export interface ConnectorShop {
  /** `vendure` */
  readonly name: string
  /** Absolute path. */
  readonly folder: string
  /** Whether npm installs its packages. */
  readonly hasLock: boolean
  /** Absolute path of a script that does what npm cannot: `prepare.ts`. */
  readonly script: string | undefined
}

/** What a change of makes a shop unprepared. */
const INPUTS = ['package-lock.json', 'prepare.ts']

/** The shops that must be prepared, by name. A stand-in needs no preparation, and has no such folder. */
export function findShops(): readonly ConnectorShop[] {
  const found = globSync(`${SHOPS}/*/{${INPUTS.join(',')}}`, { cwd: root })
  return [...new Set(found.map((file) => basename(dirname(file))))].sort().map((name) => {
    const folder = join(root, SHOPS, name)
    const script = join(folder, 'prepare.ts')
    return {
      name,
      folder,
      hasLock: existsSync(join(folder, 'package-lock.json')),
      script: existsSync(script) ? script : undefined,
    }
  })
}

/** The files with loop tests of a shop: `vendure.test.ts`, `vendure-kills.test.ts`. Paths from the root. */
export function findLoops(): ReadonlyMap<string, readonly string[]> {
  const files = globSync(`${LOOPS}/*.test.ts`, { cwd: root }).sort()
  return Map.groupBy(files, (file) => /^[a-z0-9]+/.exec(basename(file))?.[0] ?? '')
}

/** Whether a shop was prepared completely, from the present inputs. */
export function isPrepared(shop: ConnectorShop): boolean {
  const stamp = stampOf(shop)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs(shop)
}

/** Written last: a preparation that was interrupted leaves no stamp. */
export function markPrepared(shop: ConnectorShop): void {
  mkdirSync(dirname(stampOf(shop)), { recursive: true })
  writeFileSync(stampOf(shop), hashInputs(shop))
}

/** `.prepared/` is also the place for what a `prepare.ts` makes. */
const stampOf = ({ folder }: ConnectorShop) => join(folder, '.prepared/stamp')

function hashInputs({ folder }: ConnectorShop): string {
  const hash = createHash('sha256').update(process.platform)
  for (const name of INPUTS) {
    const file = join(folder, name)
    if (existsSync(file)) hash.update(name).update(readFileSync(file))
  }
  return hash.digest('hex')
}
