#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * V8 collects young objects in spaces of 8 MB instead of 16: with pages of a thousand products under way, that keeps the hub a
 * hundred megabytes smaller (docs/decisions/0006-sync.md).
 *
 * The `entrepot` command. With the cache the next start neither compiles nor strips types: it is faster, and 10 MB smaller,
 * since the type stripper is never loaded. It lies in the package's own folder, not in the shared temporary one, where
 * others could plant code; where that folder cannot be written, Node goes on without a cache.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))
await import('./main.ts')
