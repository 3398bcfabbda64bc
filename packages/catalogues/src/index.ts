/** Readers of product catalogues. */
export {}
