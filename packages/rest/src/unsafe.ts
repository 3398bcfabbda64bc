export { allowPrivateAddresses } from './guard/guard-options.ts'
export { allowInsecureRedirects, allowInsecureTls, proxyIsTrusted } from './options.ts'
