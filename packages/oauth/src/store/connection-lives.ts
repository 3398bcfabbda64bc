/** Until when what was issued for a connection can be used: seconds since 1970. */
export interface ConnectionLives {
  /** When the newest family with a refresh token was created, of those that are neither revoked nor over; null for none. */
  readonly renewableSince: number | null
  /** The end of the family that ends last, unless it is refreshed; null for none. */
  readonly endsAt: number | null
}
