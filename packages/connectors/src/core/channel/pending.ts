/** Whether a poll of the hub says that it has not compared all products yet. */
export function isIncomplete(headers: Readonly<Record<string, readonly string[]>>): boolean {
  return headers['entrepot-pending']?.join().includes('complete=?0') === true
}
