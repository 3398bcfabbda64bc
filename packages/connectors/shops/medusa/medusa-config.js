// A server without dashboard, Redis and storefront: the tests use its Admin API only.
const { defineConfig } = require('@medusajs/framework/utils')

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: 'http://localhost',
      adminCors: 'http://localhost',
      authCors: 'http://localhost',
      jwtSecret: 'of-tests',
      cookieSecret: 'of-tests',
    },
  },
})
