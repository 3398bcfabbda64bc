/** The generated files of @entrepot/client, from the OpenAPI document. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { type ApiDocument, withoutUnused, writeMethods, writeOperations } from './operations.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The committed OpenAPI document. */
export const documentFile = join(root, 'docs/reference/openapi.json')

/** The sources of the client, which contain the generated files. */
export const clientFolder = join(root, 'packages/client/src')

/** @returns the contents of the generated files by their paths in {@link clientFolder} */
export async function generate(document: ApiDocument): Promise<Readonly<Record<string, string>>> {
  const nodes = await openapiTS(structuredClone(withoutUnused(document)) as never, {
    alphabetize: true,
    emptyObjectsUnknown: true,
    immutable: true,
    silent: true,
  })
  // `operations` and `components` suffice: the paths stand in the table of the operations.
  const wanted = nodes.filter((node) =>
    /^(operations|components|WithRequired)$/.test(nameOf(node) ?? ''),
  )
  const notice = '/** Generated from docs/reference/openapi.json by `npm run openapi`. */\n'
  return {
    'generated/methods.ts': writeMethods(document),
    'generated/operations.ts': writeOperations(document),
    'generated/schema.ts': `${notice}${astToString(wanted)}`,
  }
}

/** The name of a declaration. */
function nameOf(node: object): string | undefined {
  return (node as { readonly name?: { readonly text?: string } }).name?.text
}

/** Generates the files and writes them. */
export async function writeGenerated(): Promise<void> {
  const files = await generate(JSON.parse(readFileSync(documentFile, 'utf8')))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(clientFolder, name), text)
}
