/** What the columns of a file are: as its sender says, as a kept mapping says, or as their words say. */
import {
  CatalogueError,
  COLUMN_TARGETS,
  type ColumnMapping,
  fitsColumns,
  type InspectedFile,
  inspectCatalogue,
  openCatalogue,
  type ReadCatalogueOptions,
} from '@entrepot/catalogues'
import type { Connection, Database } from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { noSuchMapping, readMapping, toIssue } from '../import-mappings/mappings.ts'
import { findMapping, findMappings, type KeptMapping } from '../import-mappings/store.ts'
import type { StoredSettings } from './store.ts'

/** The mapping that the sender of a file says. */
export interface SaidMapping {
  readonly mapping?: ColumnMapping
  readonly name?: string
}

/** Reads the parameter `mapping`: a name, or JSON. Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT`. */
export async function findSaidMapping(
  connection: Connection,
  customerId: string,
  text: string | undefined,
): Promise<SaidMapping | Refusal> {
  if (text === undefined) return {}
  if (!text.trimStart().startsWith('{')) {
    const kept = await findMapping(connection, customerId, text)
    return kept ? { mapping: kept, name: kept.name } : noSuchMapping(text)
  }
  const request = parseJson(text)
  if (request === undefined) return refuseIssues([{ path: '/mapping', message: 'must be JSON' }])
  const mapping = readMapping(request, '/mapping')
  return isRefusal(mapping) ? mapping : { mapping }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is known of a file before its columns are. */
interface Recognition {
  readonly said: SaidMapping
  readonly readOptions: ReadCatalogueOptions
}

type Head = () => Promise<AsyncIterable<Uint8Array>>

/**
 * Recognises how a file is read. If nobody has said it and no format has its columns, a kept mapping is used that has just these columns: it is what
 * a person has said of such a file, so it comes before the words of the columns.
 *
 * @throws CatalogueError
 */
export async function recogniseFile(
  database: Database,
  { customerId }: Customer,
  head: Head,
  { said, readOptions }: Recognition,
): Promise<StoredSettings | Refusal> {
  const { mapping, name: mappingName } = said
  const open = async (options: ReadCatalogueOptions) =>
    (await openCatalogue(await head(), options)).settings
  if (mapping) return { ...(await open(readOptions)), mappingName }
  const kept = readOptions.format ? [] : await findMappings(database, customerId)
  const { format, columns } =
    kept.length === 0 ? KNOWN : await inspectCatalogue(await head(), readOptions)
  const [found, another] = format === null ? fitting(kept, columns) : []
  if (found === undefined) return await open(readOptions)
  if (another !== undefined) {
    const names = [found, another].map(({ name }) => JSON.stringify(name)).join(' and ')
    const message = `must be named: ${names} are kept mappings that have the columns of the file`
    return refuseIssues([{ path: '/mapping', message }])
  }
  const settings = await open({ ...readOptions, mapping: found })
  return { ...settings, mappingName: found.name, isChosen: true }
}

const KNOWN: Pick<InspectedFile, 'format' | 'columns'> = { format: 'entrepot', columns: [] }

/** Those that have just the columns of a file. */
export function fitting(
  kept: readonly KeptMapping[],
  columns: InspectedFile['columns'],
): readonly KeptMapping[] {
  const names = columns.map(({ name }) => name)
  return kept.filter((mapping) => fitsColumns(mapping, names))
}

/** Says how a file without our names was read, if nobody has said it. */
export function noteColumns(settings: StoredSettings | null): readonly string[] {
  if (!settings?.mapping) return []
  const { mappingName, isChosen, mapping } = settings
  const read = Object.entries(mapping.columns)
    .filter(([, target]) => target !== 'ExtraData' && target !== 'Ignore')
    .sort(([, one], [, other]) => COLUMN_TARGETS.indexOf(one) - COLUMN_TARGETS.indexOf(other))
    .map(([name, target]) => `${JSON.stringify(name.slice(0, 60))} as ${target}`)
  if (isChosen) {
    return [`The kept mapping ${JSON.stringify(mappingName)} has these columns, and was used.`]
  }
  return [`The columns were read by their names: ${read.join(', ')}.`]
}

/** The refusal of a file that cannot be read: of its mapping with the columns that are wrong. Other errors are thrown. */
export function refuseUnreadable(error: unknown): Refusal {
  if (!CatalogueError.is(error)) throw error
  if (error.issues.length > 0) {
    return refuseIssues(
      error.issues.map(toIssue).map(({ path, message }) => ({ path: `/mapping${path}`, message })),
    )
  }
  return refuseIssues([
    { path: '', message: `is no catalogue that can be read. ${error.message.replace(/\.$/, '')}` },
  ])
}
