export * from './request-errors.ts'
export * from './response-errors.ts'
export * from './rest-error.ts'
export * from './transport-errors.ts'
