export { HttpCache, type HttpCacheOptions } from './http-cache.ts'
