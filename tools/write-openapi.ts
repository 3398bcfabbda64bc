/** `npm run openapi`: writes docs/reference/openapi.json, and the table of calls in docs/reference/api.md, from the routes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocument, printDocument } from './api-document.ts'
import { withCalls } from './api-page.ts'
import { root } from './imports.ts'

const document = await makeDocument()
writeFileSync(join(root, 'docs/reference/openapi.json'), printDocument(document))

const page = join(root, 'docs/reference/api.md')
writeFileSync(page, withCalls(readFileSync(page, 'utf8'), document))
