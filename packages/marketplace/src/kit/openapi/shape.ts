/** What the document says about a named schema beside its keywords. It is loaded with the document only, so the hub does not need it. */
export interface Shape {
  readonly description: string
  /** A valid value. A test checks it against the schema. */
  readonly example: unknown
}

/** Shapes by the title of their schema. */
export type Shapes = Readonly<Record<string, Shape>>
