/** `npm run openapi` runs it after the document is written. */
import { writeGenerated } from './generate.ts'

await writeGenerated()
