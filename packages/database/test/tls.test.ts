import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { issueCertificate } from '@entrepot/test-support/certificates'
import { deleteDirectory, makeDirectory } from '@entrepot/test-support/folders'
import { failureOf } from '@entrepot/test-support/outcomes'
import { runSql, startForTests } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/index.ts'
import { reloadConfiguration } from './support.ts'

let directory: string
let postgres: Awaited<ReturnType<typeof startForTests>>

const authority = { commonName: 'Test CA', ...issueCertificate({ commonName: 'Test CA' }) }
const stranger = { commonName: 'Other CA', ...issueCertificate({ commonName: 'Other CA' }) }
const server = issueCertificate({ commonName: 'db', issuer: authority, hosts: ['127.0.0.1'] })
const client = issueCertificate({ commonName: 'hub', issuer: authority })

beforeAll(async () => {
  directory = await makeDirectory()
  const files = {
    'ca.crt': authority.certificate,
    'other-ca.crt': stranger.certificate,
    'server.crt': server.certificate,
    'server.key': server.key,
    'client.crt': client.certificate,
    'client.key': client.key,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(directory, name), text, { mode: 0o600 })
  }
  postgres = await startForTests({
    directory,
    settings: {
      ssl: 'on',
      ssl_cert_file: file('server.crt'),
      ssl_key_file: file('server.key'),
      ssl_ca_file: file('ca.crt'),
    },
  })
})

afterAll(async () => {
  await postgres?.stop()
  await deleteDirectory(directory)
})

const file = (name: string) => join(directory, name)

function urlWith(parameters: Record<string, string>, host = '127.0.0.1'): string {
  const url = new URL(postgres.url)
  url.hostname = host
  url.search = new URLSearchParams(parameters).toString()
  return url.href
}

async function isEncrypted(url: string): Promise<boolean | undefined> {
  const [row] = await runSql<{ ssl: boolean }>(
    url,
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  )
  return row?.ssl
}

async function setAccess(line: string): Promise<void> {
  await writeFile(join(directory, 'postgres', 'pg_hba.conf'), `${line}\n`)
  const certificate = { sslcert: file('client.crt'), sslkey: file('client.key') }
  await reloadConfiguration(urlWith(certificate))
}

test.each([
  ['disable', false],
  ['prefer', true],
  ['require', true],
])('sslmode=%s gives a connection whose encryption is %s', async (sslmode, encrypted) => {
  expect(await isEncrypted(urlWith({ sslmode }))).toBe(encrypted)
})

test('verify-full accepts a certificate of the given authority for the host', async () => {
  const url = urlWith({ sslmode: 'verify-full', sslrootcert: file('ca.crt') })
  expect(await isEncrypted(url)).toBe(true)
})

test('verify-full refuses a certificate for another host, and verify-ca accepts it', async () => {
  const sslrootcert = file('ca.crt')
  const error = await failureOf(
    openDatabase({ url: urlWith({ sslmode: 'verify-full', sslrootcert }, 'localhost') }),
  )
  expect(error).toMatchObject({
    code: 'DATABASE_TLS',
    message: expect.stringContaining('for another host'),
  })
  expect(await isEncrypted(urlWith({ sslmode: 'verify-ca', sslrootcert }, 'localhost'))).toBe(true)
})

test.each(['verify-ca', 'verify-full', 'require'])(
  'sslmode=%s with the file of another authority is refused',
  async (sslmode) => {
    const url = urlWith({ sslmode, sslrootcert: file('other-ca.crt') })
    expect(await failureOf(openDatabase({ url }))).toMatchObject({
      code: 'DATABASE_TLS',
      message: expect.stringContaining('sslrootcert'),
    })
  },
)

test('verify-full without a file accepts public authorities only', async () => {
  const error = await failureOf(openDatabase({ url: urlWith({ sslmode: 'verify-full' }) }))
  expect(error.code).toBe('DATABASE_TLS')
})

test('a missing file, an invalid file and a certificate without a key are reported by name', async () => {
  const missing = urlWith({ sslmode: 'verify-full', sslrootcert: '/nowhere/ca.crt' })
  expect(await failureOf(openDatabase({ url: missing }))).toMatchObject({
    code: 'DATABASE_TLS',
    message: expect.stringContaining('/nowhere/ca.crt, given as sslrootcert'),
  })
  await writeFile(file('broken.crt'), 'no certificate')
  const broken = urlWith({ sslcert: file('broken.crt'), sslkey: file('client.key') })
  expect(await failureOf(openDatabase({ url: broken }))).toMatchObject({ code: 'DATABASE_TLS' })
  const lonely = urlWith({ sslcert: file('client.crt') })
  expect(await failureOf(openDatabase({ url: lonely }))).toMatchObject({
    code: 'DATABASE_BAD_URL',
    message: expect.stringContaining('must be set together'),
  })
})

test('a server that requires TLS refuses a plain connection, and the error says what to change', async () => {
  await setAccess('hostssl all all 127.0.0.1/32 scram-sha-256')
  expect(await failureOf(openDatabase({ url: urlWith({ sslmode: 'disable' }) }))).toMatchObject({
    code: 'DATABASE_TLS',
    message: expect.stringContaining('sslmode=require'),
  })
})

test('a client certificate is sent to a server that requires one, and a missing one is explained', async () => {
  await setAccess('hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca')
  expect(await failureOf(openDatabase({ url: urlWith({ sslmode: 'require' }) }))).toMatchObject({
    code: 'DATABASE_TLS',
    message: expect.stringContaining('sslcert'),
  })
  const url = urlWith({ sslcert: file('client.crt'), sslkey: file('client.key') })
  expect(await isEncrypted(url)).toBe(true)
})

test('a server without TLS is refused if TLS is required, but not by default on this machine', async () => {
  const plain = new URL(process.env.ENTREPOT_TEST_DATABASE_URL ?? '')
  plain.search = '?sslmode=require'
  expect(await failureOf(openDatabase({ url: plain.href }))).toMatchObject({
    code: 'DATABASE_TLS',
    message: expect.stringContaining('does not speak TLS'),
  })
  plain.search = ''
  expect(await isEncrypted(plain.href)).toBe(false)
})
