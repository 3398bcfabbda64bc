/** `import-time.ts <specifier>`: prints how long the import took, in ms, as JSON. */
const [specifier = ''] = process.argv.slice(2)
const start = performance.now()
await import(specifier)
process.stdout.write(JSON.stringify(performance.now() - start))
