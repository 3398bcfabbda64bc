/** For how long an old secret stays valid beside the new one, in seconds. */
export const OVERLAPS = [
  { value: '0', label: 'It ends immediately' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
]
