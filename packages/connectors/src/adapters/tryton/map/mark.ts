/** How marks of the hub begin. */
export const MARK_PREFIX = 'entrepot:'

/** A condition on records that carry a mark of any hub. */
export const MARKED = `${MARK_PREFIX}%`
