/** The shapes of imports. */
import type { Shapes } from './shape.ts'

export const IMPORT_SHAPES: Shapes = {
  ImportColumn: {
    description: 'A column of a file, and the fields that it fills.',
    example: { Name: 'Variant SKU', Fields: ['MerchantProductReference'] },
  },
  ImportedField: {
    description: 'A field of a product as a file sets it.',
    example: { Name: 'Name', Value: 'Red mug' },
  },
  ImportedRow: {
    description: 'A row of a file as an import reads it.',
    example: { Row: 2, Fields: [{ Name: 'Name', Value: 'Red mug' }], Message: null },
  },
  ImportPreview: {
    description: 'What the hub reads in the first rows of a file.',
    example: {
      Columns: [{ Name: 'Variant SKU', Fields: ['MerchantProductReference'] }],
      Rows: [{ Row: 2, Fields: [{ Name: 'Name', Value: 'Red mug' }], Message: null }],
    },
  },
  ImportReasonResponse: {
    description: 'How often the rows of a file report the same.',
    example: { Kind: 'note', Message: 'has no price', Count: 12 },
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
      Problem: null,
      CreatedAt: '2026-11-22T08:30:00.000Z',
      StartedAt: '2026-11-22T08:30:01.000Z',
      EndedAt: '2026-11-22T08:30:02.000Z',
    },
  },
}
