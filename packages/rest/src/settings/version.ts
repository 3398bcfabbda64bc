/** The version of this package. Part of the default `user-agent`. */
export const version = '0.1.0'
