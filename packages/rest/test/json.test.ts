import * as rest from '@entrepot/rest'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { failureOf, startServer, type TestServer } from './support/servers.ts'

describe('JSON', () => {
  let server: TestServer
  let body = ''
  let statusCode = 200

  beforeAll(async () => {
    server = await startServer((_request, response) => response.writeHead(statusCode).end(body))
  })
  afterAll(() => server.close())

  const answer = (text: string, status = 200) => {
    body = text
    statusCode = status
    return { baseURL: server.origin }
  }
  const user = v.object({ name: v.string(), age: v.pipe(v.number(), v.minValue(0)) })

  test('can be read from a response any number of times', async () => {
    const response = await rest.send(answer('{"a":[1,2]}'))
    expect(rest.json(response)).toEqual({ a: [1, 2] })
    expect(rest.json<{ a: number[] }>(response).a).toHaveLength(2)
  })

  test('is read after a byte order mark, which stays in the body', async () => {
    const response = await rest.send(answer('\ufeff{"a":1}'))
    expect(rest.json(response)).toEqual({ a: 1 })
    expect(response.body).toBe('\ufeff{"a":1}')
  })

  test('has the type of the schema that checks it', async () => {
    const value = await rest.sendJSON(answer('{"name":"Ada","age":36}'), user)
    expectTypeOf(value).toEqualTypeOf<{ name: string; age: number }>()
    expect(value).toEqual({ name: 'Ada', age: 36 })
  })

  test('is the output of the schema', async () => {
    const trimmed = v.pipe(v.string(), v.trim(), v.transform(Number))
    expect(await rest.sendJSON(answer('" 42 "'), trimmed)).toBe(42)
  })

  test('can be checked asynchronously', async () => {
    const known = v.pipeAsync(
      v.string(),
      v.checkAsync(async (name) => name === 'Ada'),
    )
    expect(await rest.sendJSON(answer('"Ada"'), known)).toBe('Ada')
    expect(await failureOf(rest.sendJSON(answer('"Eve"'), known))).toBeInstanceOf(rest.ParseError)
  })

  test('that does not match causes an error with the positions', async () => {
    const error = await failureOf(rest.sendJSON(answer('{"name":7,"age":-1}'), user))
    expect(error).toBeInstanceOf(rest.ParseError)
    expect(error).toMatchObject({
      code: 'REST_PARSE',
      message: 'the body does not match the schema at name, age',
    })
    const { issues, response } = error as rest.ParseError
    expect(issues.map(({ path }) => path)).toEqual([['name'], ['age']])
    expect(response.body).toBe('{"name":7,"age":-1}')
  })

  test('that does not match at its root causes an error without a path', async () => {
    const error = await failureOf(rest.sendJSON(answer('7'), user))
    expect((error as Error).message).toBe('the body does not match the schema at (root)')
  })

  test.each(['', '{', 'undefined', '\ufeff', '<html>'])(
    'that is invalid (%j) causes an error',
    async (text) => {
      const response = await rest.send(answer(text))
      const error = await failureOf((async () => rest.json(response))())
      expect(error).toMatchObject({ code: 'REST_PARSE', message: 'the body is not JSON' })
      expect((error as rest.ParseError).response).toBe(response)
    },
  )

  test('of an error status is not parsed as the answer', async () => {
    const error = await failureOf(rest.sendJSON(answer('{"name":"Ada","age":1}', 500), user))
    expect(error).toMatchObject({ code: 'REST_HTTP_STATUS', statusCode: 500 })
  })
})

describe('sendOk', () => {
  test.each([
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
    [500, false],
  ])('accepts status %i: %s', async (status, accepted) => {
    await using server = await startServer((_request, response) => response.writeHead(status).end())
    const promise = rest.sendOk({ baseURL: `${server.origin}/p?q=1` })
    if (accepted) expect((await promise).statusCode).toBe(status)
    else {
      const error = await failureOf(promise)
      expect(error).toMatchObject({
        code: 'REST_HTTP_STATUS',
        statusCode: status,
        message: `${status} from GET ${server.origin}/p`,
        method: 'GET',
        path: '/p',
      })
    }
  })

  test('reports whether another attempt can succeed', async () => {
    let status = 503
    await using server = await startServer((_request, response) => response.writeHead(status).end())
    const request = { baseURL: server.origin }
    expect(await failureOf(rest.sendOk(request))).toMatchObject({ retryable: true })
    expect(await failureOf(rest.sendOk({ ...request, method: 'POST' }))).toMatchObject({
      retryable: false,
    })
    status = 404
    expect(await failureOf(rest.sendOk(request))).toMatchObject({ retryable: false })
  })
})

test('ensureOk returns a successful response unchanged', async () => {
  await using server = await startServer((_request, response) => response.end())
  const response = await rest.send({ baseURL: server.origin })
  expect(rest.ensureOk(response)).toBe(response)
})
