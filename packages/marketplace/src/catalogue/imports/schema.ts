/** Wire shapes of imports. */
import { CATALOGUE_ENCODINGS, CATALOGUE_FORMATS, COLUMN_TARGETS } from '@entrepot/catalogues'
import { type Static, Type } from 'typebox'
import {
  Answered,
  Count,
  DateTime,
  Line,
  Nullable,
  OneOf,
  pagedQuery,
  STRICT,
} from '../../kit/shared/wire.ts'

/** The formats of files. */
export const IMPORT_FORMATS = CATALOGUE_FORMATS

/** The encodings of text that can be read. */
export const IMPORT_ENCODINGS = CATALOGUE_ENCODINGS

/** The states of an import, in the order in which it passes them. */
export const IMPORT_STATUSES = [
  'uploading',
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** What the hub reads in the first rows of a file. */
export const ImportPreview = Type.Object(
  {
    Columns: Type.Array(
      Type.Object(
        {
          Name: Type.String({ description: 'As the file writes it.' }),
          Fields: Type.Array(Type.String(), {
            description:
              'The fields of products that the column fills. None for one that only says what a row is, and how it is read.',
          }),
        },
        { title: 'ImportColumn' },
      ),
      { description: 'The columns of a table; none of other files.' },
    ),
    Rows: Type.Array(
      Type.Object(
        {
          Row: Type.Integer({ description: 'Its number in a spreadsheet.' }),
          Fields: Type.Array(
            Type.Object(
              {
                Name: Type.String({ description: 'The field of the product.' }),
                Value: Type.String({ description: 'What is read, at most 200 characters.' }),
                Current: Nullable(
                  Type.String({
                    description:
                      'What the product has now, at most 200 characters. Null if it has none, if there is no such product, and for ExtraData and StockCountedAt.',
                  }),
                ),
              },
              { title: 'ImportedField' },
            ),
          ),
          Message: Nullable(
            Type.String({ description: 'Why the row is left out, or what of it.' }),
          ),
        },
        { title: 'ImportedRow' },
      ),
      { description: 'The first five products and refused rows, as they are read.' },
    ),
  },
  { title: 'ImportPreview' },
)
export type ImportPreview = Static<typeof ImportPreview>

/** What the columns of a file seem to be. */
export const FileColumns = Type.Object(
  {
    Format: Nullable(
      OneOf(
        CATALOGUE_FORMATS,
        'The format. Null for a table whose columns are those of no format.',
      ),
    ),
    Encoding: OneOf(CATALOGUE_ENCODINGS, 'The encoding, recognised or said.'),
    Delimiter: Nullable(Type.String({ description: 'Null if the file is no table.' })),
    Decimal: Nullable(Type.String({ description: 'The decimal separator, if the file tells.' })),
    Resembles: Nullable(
      Type.String({
        description: 'What the file resembles, such as that of a system without a reader.',
      }),
    ),
    Columns: Type.Array(
      Type.Object(
        {
          Name: Type.String({ description: 'As the file writes it.' }),
          Samples: Type.Array(Type.String(), {
            description: 'Up to three texts of its first rows, cut off after 80 characters.',
          }),
          Fields: Type.Unsafe<string[] | null>({
            type: ['array', 'null'],
            items: { type: 'string' },
            description: 'The fields that it fills without a mapping, in a file with a format.',
          }),
          Proposal: OneOf(COLUMN_TARGETS, 'What the column seems to be, for a mapping.'),
          IsCertain: Type.Boolean({
            description:
              'Whether its name has one meaning, and no other column claims it. An import without a mapping reads columns by their names only if all are certain.',
          }),
          Candidates: Type.Array(OneOf(COLUMN_TARGETS, 'A field.'), {
            description: 'The fields that its name can mean.',
          }),
        },
        { title: 'FileColumn' },
      ),
      { description: 'The columns of a table; none of other files.' },
    ),
    Missing: Type.Array(Type.String(), {
      description:
        'What no column is proposed for, of `MerchantProductReference`, which a file needs, and `Price`.',
    }),
    Mappings: Type.Array(Type.String(), {
      description: 'The names of the kept mappings that have just these columns.',
    }),
  },
  { title: 'FileColumns' },
)
export type FileColumns = Static<typeof FileColumns>

/** The query of POST /v2/imports: how the file is read. */
export const ImportQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'True: reports what the import would do, and stores nothing.' }),
    ),
    source: Type.Optional(
      Line(
        100,
        'What the file comes from, such as the name of a shop. Products remember the source whose import has brought them last. When left out, it is the name of the mapping, or the format of the file.',
      ),
    ),
    complete: Type.Optional(
      Type.Boolean({
        description:
          'True: the file has all products of its source. Products that earlier imports of the source brought and the file does not have are deactivated, after the whole file was read.',
      }),
    ),
    confirmDeactivation: Type.Optional(
      Type.Boolean({
        description:
          'True: deactivates them even if they are more than 30 % of the products of the source, or if rows of the file cannot be read and have no reference. Otherwise the import ends with a Problem then, and nothing is deactivated.',
      }),
    ),
    fileName: Type.Optional(Line(256, 'The name of the file, to find the import again.')),
    format: Type.Optional(OneOf(CATALOGUE_FORMATS, 'Recognised when left out.')),
    encoding: Type.Optional(
      Type.String({
        description:
          'An encoding of the Encoding Standard or one of its labels, such as `windows-1251` or `latin1`; recognised when left out.',
      }),
    ),
    delimiter: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        minLength: 1,
        maxLength: 1,
        description: 'The character between two fields; recognised when left out.',
      }),
    ),
    quotes: Type.Optional(
      Type.Boolean({
        description:
          'Whether quotes enclose fields; if false, they are data. Recognised when left out.',
      }),
    ),
    mapping: Type.Optional(
      Line(
        8_000,
        'What the columns of a table are: the name of a kept mapping, or a mapping as JSON, such as `{"Columns":{"Art. nr":"MerchantProductReference","Prijs":"Price"}}`. When left out, the columns are those of a format; or a kept mapping is used that has just these columns; or they are recognised by their words, if nothing in them is uncertain.',
      ),
    ),
    decimal: Type.Optional(
      OneOf(['.', ','], 'The decimal separator of amounts; recognised when left out.'),
    ),
    unmanagedStock: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        pattern: '^(available:)?[0-9]{1,9}$',
        maxLength: 19,
        description:
          'The stock of products that the shop does not count: a number, or `available:` and the number of those that the file calls available. When left out, their stock stays as it is.',
      }),
    ),
    imageBase: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        format: 'web-url',
        maxLength: 512,
        description: 'The address that relative paths of images belong to.',
      }),
    ),
  },
  STRICT,
)
export type ImportQuery = Static<typeof ImportQuery>

/** The query of POST /v2/imports/columns: how the text is read. */
export const ColumnsQuery = Type.Pick(
  ImportQuery,
  ['format', 'encoding', 'delimiter', 'quotes', 'decimal'],
  STRICT,
)
export type ColumnsQuery = Static<typeof ColumnsQuery>

/** The query of GET /v2/imports/template. */
export const TemplateQuery = Type.Object(
  {
    decimal: Type.Optional(
      OneOf(
        ['.', ','],
        'The decimal separator. With a comma, fields are separated by semicolons, as spreadsheets of such countries do. A point when left out.',
      ),
    ),
  },
  STRICT,
)
export type TemplateQuery = Static<typeof TemplateQuery>

/** The options of an import, as they are stored. `charset` is that of the request. */
export type ImportOptions = Omit<ImportQuery, 'dryRun' | 'fileName'> & { readonly charset?: string }

/** The query of GET /v2/imports. */
export const ImportsQuery = pagedQuery('imports', {
  status: Type.Optional(OneOf(IMPORT_STATUSES, 'Only imports in this state.')),
})
export type ImportsQuery = Static<typeof ImportsQuery>

/** The path parameter of one import. */
export const ImportPath = Type.Object({ id: Count(1, Number.MAX_SAFE_INTEGER, 'The Id.') })
export type ImportPath = Static<typeof ImportPath>

const count = (description: string) => Type.Integer({ description })

/** An import in an answer. */
export const ImportResponse = Answered(
  Type.Object(
    {
      Id: Type.Integer(),
      Status: OneOf(IMPORT_STATUSES, 'The state.'),
      IsDryRun: Type.Boolean({ description: 'Whether it only reports what it would do.' }),
      FileName: Nullable(Type.String()),
      Format: Nullable(OneOf(CATALOGUE_FORMATS, 'The format, recognised or said.')),
      Encoding: Nullable(OneOf(CATALOGUE_ENCODINGS, 'The encoding, recognised or said.')),
      Delimiter: Nullable(Type.String()),
      Decimal: Nullable(
        Type.String({
          description:
            'The decimal separator. Null if the file does not tell: amounts with two readings are refused then.',
        }),
      ),
      Bytes: count('Size of the file.'),
      AppliedBytes: count('How much of the file was applied.'),
      CreatedCount: count('Products that were created.'),
      UpdatedCount: count('Products that were changed.'),
      UnchangedCount: count('Products that were already as in the file.'),
      SkippedCount: count('Rows without a counterpart, such as bundles and further images.'),
      FailedCount: count('Rows that were refused.'),
      DeactivatedCount: count('Products that a complete import has deactivated, or would.'),
      Mapping: Nullable(
        Type.String({ description: 'The kept mapping by which the columns are read.' }),
      ),
      Source: Nullable(Type.String({ description: 'What the file comes from.' })),
      IsComplete: Type.Boolean({ description: 'Whether the file has all products of its source.' }),
      Notes: Type.Array(Type.String(), {
        description: 'What holds for the file as a whole, once the import has ended.',
      }),
      Reasons: Type.Array(
        Type.Object(
          {
            Kind: OneOf(['error', 'skipped', 'note'], 'As in the report.'),
            Message: Type.String({ description: 'What the rows report, without what it quotes.' }),
            Count: count('How many rows report it.'),
          },
          { title: 'ImportReason' },
        ),
        { description: 'The most frequent messages of the report, once the import has ended.' },
      ),
      Problem: Nullable(Type.String({ description: 'Why the import ended early.' })),
      CreatedAt: DateTime('When the file was received.'),
      StartedAt: Nullable(DateTime('When the first row was applied.')),
      EndedAt: Nullable(DateTime('When the import ended.')),
    },
    { title: 'ImportResponse' },
  ),
)
export type ImportResponse = Static<typeof ImportResponse>
