export { allowPrivateAddresses } from './guard-options.ts'
export { allowInsecureRedirects, allowInsecureTls, proxyIsTrusted } from './options.ts'
