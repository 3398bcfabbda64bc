/** `npm run openapi`: writes docs/reference/openapi.json from the routes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocument, printDocument } from './api-document.ts'
import { root } from './imports.ts'

const document = await makeDocument()
writeFileSync(join(root, 'docs/reference/openapi.json'), printDocument(document))
