/** A list of allowed hosts was passed by an app that borrows the name of a host, and by another port of the host. */
import { expect, test } from 'vitest'
import { register, startMcp } from '../support/mcp.ts'

test('a program with a scheme of its own, or at another port, does not pass for an allowed host', async () => {
  const app = await startMcp({
    mcp: {
      dynamicClientRegistration: {
        rateLimit: false,
        allowCustomSchemes: true,
        allowedRedirectUriHosts: ['App.example', 'robot://desk', 'localhost'],
      },
    },
  })
  try {
    const good = ['https://app.example/cb', 'robot://desk/cb', 'http://localhost:4001/cb']
    const bad = [
      'evil://app.example/cb',
      'evil://desk/cb',
      'robot://app.example/cb',
      'evil://localhost/cb',
      'robot://localhost/cb',
      'https://app.example:8443/cb',
    ]
    const { redirect_uris } = await register(app, { redirect_uris: [...bad, ...good] })
    expect(redirect_uris).toEqual(good)
    for (const uri of bad) {
      expect((await register(app, { redirect_uris: [uri] })).error).toBe('invalid_redirect_uri')
    }
  } finally {
    await app.close()
  }
})
