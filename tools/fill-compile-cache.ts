/**
 * Compiles what a hub loads when it starts, after an installation, so that the first start takes as long as later ones. Node must have the
 * options of the script `start`: with others, V8 does not use what was compiled.
 *
 *     node --max-semi-space-size=8 --conditions=@entrepot/source tools/fill-compile-cache.ts
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The folder that `packages/server/bin/entrepot.js` uses. */
const CACHE = new URL('../packages/server/node_modules/.cache/compile', import.meta.url)

/** None of them does anything when it is loaded. */
const MODULES = [
  'packages/server/src/main.ts',
  'packages/server/src/cli/commands/hub/run-hub.ts',
  'packages/server/src/host/open-hub.ts',
  'packages/server/src/host/dev-idp/here.ts',
  'packages/marketplace/src/webhooks/work/send.ts',
  'packages/oauth/src/index.ts',
]

enableCompileCache(fileURLToPath(CACHE))
await Promise.all(MODULES.map(async (module) => await import(`../${module}`)))
flushCompileCache()
