/** The refusals of SCIM: codes with the status and the `scimType` of RFC 7644, section 3.12. */
import type { NameSet } from '@entrepot/marketplace'
import { type Refusal, refuse } from '@entrepot/marketplace/routes'

/** The codes that only SCIM answers. They are not codes of the API of the hub. */
export const SCIM_NAMES = {
  problems: {
    SCIM_UNIQUENESS: { status: 409, title: 'The resource exists' },
    SCIM_INVALID_FILTER: { status: 400, title: 'The filter is invalid' },
    SCIM_INVALID_SYNTAX: { status: 400, title: 'The body is invalid' },
    SCIM_INVALID_PATH: { status: 400, title: 'The path is invalid' },
    SCIM_INVALID_VALUE: { status: 400, title: 'A value is invalid' },
    SCIM_NO_TARGET: { status: 400, title: 'The path names nothing' },
    SCIM_MUTABILITY: { status: 400, title: 'The attribute cannot be changed' },
    SCIM_VERSION: { status: 412, title: 'The resource has changed' },
    SCIM_NOT_FOUND: { status: 404, title: 'There is no such resource' },
    SCIM_NOT_SUPPORTED: { status: 501, title: 'The operation is not supported' },
  },
} as const satisfies NameSet

declare module '@entrepot/marketplace' {
  interface RegisteredNames {
    scim: typeof SCIM_NAMES
  }
}

/** The reason of a refusal. */
export type ScimCode = keyof (typeof SCIM_NAMES)['problems']

/** The `scimType` of codes that have one (RFC 7644, table 9). */
export const SCIM_TYPES: Readonly<Record<string, string>> = {
  SCIM_UNIQUENESS: 'uniqueness',
  SCIM_INVALID_FILTER: 'invalidFilter',
  SCIM_INVALID_SYNTAX: 'invalidSyntax',
  SCIM_INVALID_PATH: 'invalidPath',
  SCIM_INVALID_VALUE: 'invalidValue',
  SCIM_NO_TARGET: 'noTarget',
  SCIM_MUTABILITY: 'mutability',
  MARKET_INVALID_INPUT: 'invalidValue',
  MARKET_INVALID_BODY: 'invalidSyntax',
}

/** Makes a refusal of SCIM. */
export function refuseScim(code: ScimCode, detail: string): Refusal {
  return refuse(code, detail)
}
