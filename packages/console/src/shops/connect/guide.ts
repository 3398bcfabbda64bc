/**
 * The address of the guide that a connector names by its file in the repository. Pure.
 *
 * @returns undefined for a file that a hub does not serve
 * @example guideAddress('docs/guides/shops/vendure.md') // '/docs/guides/shops/vendure'
 */
export function guideAddress(file: string | null): string | undefined {
  const [, path] = /^(docs\/guides\/(?:[a-z0-9-]+\/)*[a-z0-9-]+)\.md$/.exec(file ?? '') ?? []
  return path && `/${path}`
}
