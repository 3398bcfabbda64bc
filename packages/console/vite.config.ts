import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cutFonts, shipFonts } from './vite.fonts.ts'

/** The hub to which `npm run dev` passes calls on. */
const hub = process.env.HUB ?? 'http://127.0.0.1:8080'

const toHub = Object.fromEntries(
  ['/v2', '/oauth', '/docs', '/openapi.json', '/clients', '/invitations'].map((path) => [
    path,
    hub,
  ]),
)

export default defineConfig(async () => ({
  base: '/console/',
  plugins: [react(), shipFonts()],
  resolve: {
    alias: { '@fonts': await cutFonts() },
    conditions: ['@entrepot/source', 'browser', 'module', 'development|production'],
  },
  // The policy of the page allows files only, not data in URLs.
  // The licences of what the files contain ship with them.
  build: {
    assetsInlineLimit: 0,
    manifest: true,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: toHub },
}))
