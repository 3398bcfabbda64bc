/** The pages on which carriers show where a parcel is. Pure. */

/** The start of the page of each carrier. The tracking number follows. */
const PAGES = {
  bpost: 'https://track.bpost.cloud/btr/web/#/search?itemCode=',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  dpd: 'https://tracking.dpd.de/parcelstatus?query=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  gls: 'https://gls-group.eu/track/',
  inpost: 'https://inpost.pl/sledzenie-przesylek?number=',
  postnl: 'https://jouw.postnl.nl/track-and-trace/',
  ups: 'https://www.ups.com/track?tracknum=',
} as const

/**
 * Returns the page on which a parcel can be followed: the given one, or that of a carrier that the hub knows by the first word of the method.
 * Null if there is none.
 *
 * @example trackingPage({ TrackTraceNo: '3SABC1', TrackTraceUrl: null, Method: 'PostNL' }) // 'https://jouw.postnl.nl/track-and-trace/3SABC1'
 */
export function trackingPage(tracking: {
  readonly TrackTraceNo?: unknown
  readonly TrackTraceUrl?: unknown
  readonly Method?: unknown
}): string | null {
  const { TrackTraceNo: number, TrackTraceUrl: url, Method: method } = tracking
  if (typeof url === 'string' && url !== '') return url
  if (typeof number !== 'string' || number.trim() === '' || typeof method !== 'string') return null
  const [word = ''] = method.trim().toLowerCase().split(/\W/, 1)
  if (!Object.hasOwn(PAGES, word)) return null
  return `${PAGES[word as keyof typeof PAGES]}${encodeURIComponent(number.replaceAll(/\s/g, ''))}`
}
