export { allowPrivateAddresses } from './settings/guard-options.ts'
export { allowInsecureRedirects, allowInsecureTls, proxyIsTrusted } from './settings/options.ts'
