/** What the documentation needs to know about the hub. */
export interface DocsParts {
  /** Origin that people open. Undefined if nobody can sign in. */
  readonly publicUrl: string | undefined
  /** Whether the hub issues access tokens. */
  readonly hasTokens: boolean
}
