import type { Plugin } from 'vite'

const CONDITIONS = ['@entrepot/source', 'module', 'node', 'development|production']

/** Lets packages find each other's sources everywhere, the global setup included: for the configurations of vitest. */
export const sources: Plugin = {
  name: 'entrepot-sources',
  configEnvironment: () => ({ resolve: { conditions: CONDITIONS } }),
}

/** The same for the modules of tests. */
export const RESOLUTION = {
  resolve: { conditions: CONDITIONS },
  ssr: { resolve: { conditions: CONDITIONS } },
}
