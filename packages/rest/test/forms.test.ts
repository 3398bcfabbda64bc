import * as rest from '@entrepot/rest'
import {
  type BufferedFormPart,
  type EncodedBody,
  formBody,
  multipartBody,
  multipartStream,
} from '@entrepot/rest/forms'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failureOf, startServer } from './support/servers.ts'

/** Reads a multipart body as a server of another make would: with Node's own parser. */
function read(encoded: EncodedBody<Uint8Array>): Promise<FormData> {
  const body = encoded.body as Uint8Array<ArrayBuffer>
  return new Response(body, { headers: { ...encoded.headers } }).formData()
}

async function entriesOf(form: FormData) {
  const entries = []
  for (const [name, value] of form) {
    if (typeof value === 'string') entries.push({ name, value })
    else {
      const { name: filename, type } = value
      entries.push({ name, filename, type, value: await value.text() })
    }
  }
  return entries
}

describe('multipartBody', () => {
  test('is parsed by another parser with the same fields, files, types and bytes', async () => {
    const encoded = multipartBody([
      { name: 'field', value: 'grüß' },
      { name: 'file', filename: 'a.txt', type: 'text/plain', value: 'text' },
      { name: 'raw', filename: 'b.bin', value: Uint8Array.of(65, 66) },
    ])
    expect(await entriesOf(await read(encoded))).toEqual([
      { name: 'field', value: 'grüß' },
      { name: 'file', filename: 'a.txt', type: 'text/plain', value: 'text' },
      { name: 'raw', filename: 'b.bin', type: 'application/octet-stream', value: 'AB' },
    ])
  })

  test('arrives as a form through the client', async () => {
    await using server = await startServer(async (request, response) => {
      const headers = { 'content-type': String(request.headers['content-type']) }
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const form = await new Response(Buffer.concat(chunks), { headers }).formData()
      response.end(JSON.stringify(await entriesOf(form)))
    })
    const parts = [{ name: 'a', value: '1' }]
    const request = { method: 'POST', baseURL: server.origin, ...multipartBody(parts) }
    expect(rest.json(await rest.send(request))).toEqual([{ name: 'a', value: '1' }])
  })

  test('prevents names and file names from starting a header or a part', () => {
    const evil = '"\r\nx-evil: 1\r\n\r\n--boundary'
    const { body } = multipartBody([{ name: evil, filename: evil, value: '' }])
    const lines = new TextDecoder().decode(body).split('\r\n')
    expect(lines.filter((line) => line.startsWith('x-evil'))).toEqual([])
    expect(lines[1]).toBe(
      'content-disposition: form-data; ' +
        'name="%22%0D%0Ax-evil: 1%0D%0A%0D%0A--boundary"; ' +
        'filename="%22%0D%0Ax-evil: 1%0D%0A%0D%0A--boundary"',
    )
  })

  test('refuses a type that would start a header', async () => {
    const part = { name: 'a', value: '', type: 'text/plain\r\nx-evil: 1' }
    const error = await failureOf((async () => multipartBody([part]))())
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field: 'parts.a.type' })
  })

  test.each([
    ['parts.a.value', { name: 'a', value: 5 }],
    ['parts.a.value', { name: 'a' }],
    ['parts.5.name', { name: 5, value: '' }],
  ])('refuses a part without its %s', async (field, part) => {
    const parts = [part as unknown as BufferedFormPart]
    const error = await failureOf((async () => multipartBody(parts))())
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST', field })
  })

  test('has another boundary each time', () => {
    const types = [1, 2].map(() => multipartBody([]).headers['content-type'])
    expect(types[0]).not.toBe(types[1])
  })

  test('is parsed correctly for any names and contents', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/[\r\n"]/.test(value))
    const part = fc.record({ name: text, value: fc.string({ unit: 'grapheme' }) })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
        if (parts.length === 0) return
        const form = await read(multipartBody(parts))
        const normalised = parts.map(({ name, value }) => ({ name, value }))
        expect(await entriesOf(form)).toEqual(normalised)
      }),
    )
  })
})

describe('multipartStream', () => {
  test('contains the same parts as multipartBody, one piece at a time', async () => {
    async function* value() {
      yield 'first '
      yield new TextEncoder().encode('second')
    }
    const { body, headers } = multipartStream([
      { name: 'file', filename: 'f', value: value() },
      { name: 'field', value: 'plain' },
    ])
    const chunks: (Uint8Array | string)[] = []
    for await (const chunk of body) chunks.push(chunk)
    const whole = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))
    expect(await entriesOf(await read({ body: whole, headers }))).toEqual([
      { name: 'file', filename: 'f', type: 'application/octet-stream', value: 'first second' },
      { name: 'field', value: 'plain' },
    ])
  })
})

describe('formBody', () => {
  test('encodes fields like a query and sets the content type', () => {
    expect(formBody({ grant_type: 'client credentials', scope: ['a', 'b'] })).toEqual({
      body: 'grant_type=client+credentials&scope=a&scope=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })
})
