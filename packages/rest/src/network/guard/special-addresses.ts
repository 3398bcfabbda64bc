/** A block of addresses: network and prefix length. */
export type Block = readonly [network: string, prefix: number]

/**
 * IPv4 blocks without public hosts: multicast (RFC 5771) and every entry of the IANA IPv4 Special-Purpose
 * Address Registry (https://www.iana.org/assignments/iana-ipv4-special-registry). This includes the entries
 * marked globally reachable, since none of them serves HTTP.
 */
export const SPECIAL_IPV4: readonly Block[] = [
  ['0.0.0.0', 8], // this network, RFC 791
  ['10.0.0.0', 8], // private use, RFC 1918
  ['100.64.0.0', 10], // shared address space of carriers, RFC 6598
  ['127.0.0.0', 8], // loopback, RFC 1122
  ['169.254.0.0', 16], // link local, RFC 3927; includes cloud metadata services
  ['172.16.0.0', 12], // private use, RFC 1918
  ['192.0.0.0', 24], // IETF protocol assignments, RFC 6890
  ['192.0.2.0', 24], // TEST-NET-1, RFC 5737
  ['192.31.196.0', 24], // AS112-v4, RFC 7535
  ['192.52.193.0', 24], // AMT, RFC 7450
  ['192.88.99.0', 24], // former 6to4 relay anycast, RFC 7526
  ['192.168.0.0', 16], // private use, RFC 1918
  ['192.175.48.0', 24], // direct delegation AS112 service, RFC 7534
  ['198.18.0.0', 15], // benchmarking, RFC 2544
  ['198.51.100.0', 24], // TEST-NET-2, RFC 5737
  ['203.0.113.0', 24], // TEST-NET-3, RFC 5737
  ['224.0.0.0', 4], // multicast, RFC 5771
  ['240.0.0.0', 4], // reserved, RFC 1112; limited broadcast, RFC 8190
]

/**
 * IPv6 blocks within global unicast (2000::/3) without public hosts, from the IANA IPv6 Special-Purpose Address
 * Registry (https://www.iana.org/assignments/iana-ipv6-special-registry). All other blocks of the registry are
 * outside of 2000::/3, where nothing is public: loopback, mapped (::ffff:0:0/96), compatible (::/96), NAT64
 * (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64), segment routing (5f00::/16), unique local (fc00::/7),
 * link local (fe80::/10), multicast (ff00::/8).
 */
export const SPECIAL_IPV6: readonly Block[] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID, DRIP
  ['2001:db8::', 32], // documentation, RFC 3849
  ['2002::', 16], // 6to4, RFC 3056: contains an IPv4 address
  ['2620:4f:8000::', 48], // direct delegation AS112 service, RFC 7534
  ['3fff::', 20], // documentation, RFC 9637
]
