/** The shapes of imports. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const MAPPING = {
  Columns: { 'Art. nr': 'MerchantProductReference', Titel: 'Name', Prijs: 'Price', Memo: 'Ignore' },
  Constants: { VatRate: 21 },
}

export const IMPORT_SHAPES: Shapes = {
  ImportConstants: {
    description: 'Values of all products of a file.',
    example: { VatRate: 21 },
  },
  ImportConstantsResponse: {
    description: 'Values of all products of a file.',
    example: { VatRate: 21 },
  },
  ImportMappingRequest: { description: 'What the columns of a file are.', example: MAPPING },
  ImportMappingResponse: {
    description: 'What the columns of a file are, under a name.',
    example: { Name: 'Supplier', ...MAPPING, UpdatedAt: '2026-11-22T08:30:00.000Z' },
  },
  ImportMappingEventData: {
    description: 'Of an event about a mapping of imports.',
    example: { Name: 'Supplier' },
  },
  FileColumn: {
    description: 'A column of a file, and what it seems to be.',
    example: {
      Name: 'Prijs',
      Samples: ['12,50', '1.249,00'],
      Proposal: 'Price',
      IsCertain: true,
      Candidates: ['Price'],
    },
  },
  FileColumns: {
    description: 'The columns of a file, and what they seem to be.',
    example: {
      Encoding: 'utf-8',
      Delimiter: ';',
      Decimal: ',',
      Columns: [
        {
          Name: 'SKU',
          Samples: ['MUG-RED'],
          Proposal: 'MerchantProductReference',
          IsCertain: true,
          Candidates: ['MerchantProductReference'],
        },
      ],
      Missing: ['Price'],
      Mappings: ['Supplier'],
    },
  },
  ImportColumn: {
    description: 'A column of a file, and the fields that it fills.',
    example: { Name: 'Variant SKU', Fields: ['MerchantProductReference'] },
  },
  ImportedField: {
    description: 'A field of a product as a file sets it.',
    example: { Name: 'Price', Value: '39.95', Current: '34.95' },
  },
  ImportedRow: {
    description: 'A row of a file as an import reads it.',
    example: { Row: 2, Fields: [{ Name: 'Price', Value: '39.95', Current: '34.95' }] },
  },
  ImportPreview: {
    description: 'What the hub reads in the first rows of a file.',
    example: {
      Columns: [{ Name: 'Variant SKU', Fields: ['MerchantProductReference'] }],
      Rows: [{ Row: 2, Fields: [{ Name: 'Price', Value: '39.95', Current: '34.95' }] }],
    },
  },
  ImportReasonResponse: {
    description: 'How often the rows of a file report the same.',
    example: {
      Kind: 'note',
      Message: 'has no price, so channels get it without one or not at all',
      Count: 12,
    },
  },
  ImportResponse: {
    description: 'An import of products from a file: its state, and what it has done so far.',
    example: {
      Id: 12,
      Status: 'done',
      IsDryRun: false,
      FileName: 'products.csv',
      Format: 'shopify',
      Encoding: 'utf-8',
      Delimiter: ',',
      Decimal: '.',
      Bytes: 48213,
      AppliedBytes: 48213,
      CreatedCount: 118,
      UpdatedCount: 3,
      UnchangedCount: 0,
      SkippedCount: 41,
      FailedCount: 1,
      DeactivatedCount: 0,
      Source: 'shopify',
      IsComplete: false,
      Notes: [],
      Reasons: [{ Kind: 'error', Message: 'has no Handle', Count: 1 }],
      CreatedAt: '2026-11-22T08:30:00.000Z',
      StartedAt: '2026-11-22T08:30:01.000Z',
      EndedAt: '2026-11-22T08:30:02.000Z',
    },
  },
}
