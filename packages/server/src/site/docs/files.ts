/** The files of the documentation. */

/** The folder with them: in the repository `docs/`, of which the build puts a copy into the package. */
export const DOCS = import.meta.url.endsWith('.ts')
  ? new URL('../../../../../docs/', import.meta.url)
  : new URL('./files/', import.meta.url)
