/** The files of the documentation. */

/** The folder with them: in the repository `docs/`, of which the build puts a copy into the package. */
export const DOCS = import.meta.url.endsWith('.ts')
  ? new URL('../../../../../docs/', import.meta.url)
  : new URL('./files/', import.meta.url)

/** Headers of what is the same for everybody, until the hub is updated. */
export const STATIC = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
