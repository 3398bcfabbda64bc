/** The version of this package, as in its `package.json`. Sent in the default `user-agent`. */
export const version = '0.1.0'
