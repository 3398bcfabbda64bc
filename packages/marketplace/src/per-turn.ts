/**
 * Options for a DataLoader that joins what arrives in one turn of the event loop into one statement, and remembers nothing:
 * every load reads the database anew. `setImmediate` runs after all sockets that are ready have been read, so a lone request
 * does not wait, and many at once share their round trip.
 */
export const perTurn = {
  cache: false,
  maxBatchSize: 64,
  batchScheduleFn: (send: () => void) => {
    setImmediate(send)
  },
} as const
