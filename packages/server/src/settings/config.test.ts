import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

describe('parseConfig()', () => {
  test('gives the defaults when nothing is set', () => {
    expect(parseConfig({})).toMatchObject({
      PICTABLE_HOST: '127.0.0.1',
      PICTABLE_PORT: 4400,
      PICTABLE_SEED_SAMPLE: true,
    })
  })

  test('reads a value from the file that NAME_FILE names', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pictable-config-')), 'key')
    writeFileSync(file, 'an-admin-key-from-a-file\n')
    expect(parseConfig({ PICTABLE_ADMIN_KEY_FILE: file }).PICTABLE_ADMIN_KEY).toBe('an-admin-key-from-a-file')
  })

  test.each([
    [{ PICTABLE_PROT: '1' }, /PICTABLE_PROT is not a setting\. Did you mean PICTABLE_PORT\?/],
    [{ PICTABLE_ADMIN_KEY_FLE: 'x' }, /Did you mean PICTABLE_ADMIN_KEY_FILE\?/],
    [{ PICTABLE_UNHEARD_OF: 'x' }, /is not a setting\. See `pictable serve --help`/],
    [{ PICTABLE_LOG_LEVEL: 'loud' }, /LOG_LEVEL: must be trace, debug, info, warn, error or silent/],
    [{ PICTABLE_TRUSTED_PROXIES: 'foo' }, /- PICTABLE_TRUSTED_PROXIES: "foo" is neither an IP address/],
    [{ PICTABLE_EGRESS_ALLOW: '10.0.0.0/99' }, /- PICTABLE_EGRESS_ALLOW: "10\.0\.0\.0\/99" is neither/],
    [{ PICTABLE_DNS_SERVERS: 'abc' }, /- PICTABLE_DNS_SERVERS: "abc" is not a list of IP addresses/],
    [{ PICTABLE_CA_FILE: '/nowhere/ca.pem' }, /- PICTABLE_CA_FILE: "\/nowhere\/ca\.pem" cannot be used: ENOENT/],
    [{ PICTABLE_DATABASE_URL: 'mysql://u@h/d' }, /DATABASE_URL: must be a URL such as postgres:/],
    [{ PICTABLE_PORT: 'many' }, /PICTABLE_PORT: must be a whole number from 1 to 65535/],
    [{ PICTABLE_PORT: '65536' }, /PICTABLE_PORT/],
    [{ PICTABLE_PUBLIC_URL: 'example.com' }, /PICTABLE_PUBLIC_URL: must be an http or https URL/],
    [{ PICTABLE_SEED_SAMPLE: 'maybe' }, /PICTABLE_SEED_SAMPLE/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=%E0%A4%A' }, /OTLP_HEADERS: must have the form name=value/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /SAMPLER_ARG: must be a number from 0 to 1/],
    [{ PICTABLE_ADMIN_KEY: 'short' }, /PICTABLE_ADMIN_KEY: must be 16 to 256/],
    [
      { PICTABLE_SECRET_KEY_FILE: '/nowhere/key' },
      /PICTABLE_SECRET_KEY_FILE names \/nowhere\/key, which cannot be read/,
    ],
    [{ PICTABLE_SMTP_HOST: 'mail.example.com' }, /PICTABLE_SMTP_FROM: is missing/],
    [{ PICTABLE_SMTP_FROM: 'a@example.com' }, /PICTABLE_SMTP_HOST: is missing, so no email would be sent/],
    [{ PICTABLE_SMTP_HOST: 'smtp://mail.example.com' }, /PICTABLE_SMTP_HOST: must be a host name or an IP address/],
    [{ PICTABLE_SMTP_FROM: 'Pictable <a@example.com>\r\nBcc: b@example.com' }, /PICTABLE_SMTP_FROM: must be an email/],
    [{ PICTABLE_SMTP_USER: 'ada' }, /PICTABLE_SMTP_USER and PICTABLE_SMTP_PASSWORD: set both of them, or neither/],
    [
      {
        ...{ PICTABLE_SMTP_HOST: 'mail.example.com', PICTABLE_SMTP_FROM: 'a@example.com', PICTABLE_SMTP_USER: 'ada' },
        ...{ PICTABLE_SMTP_PASSWORD: 'a password', PICTABLE_SMTP_SECURITY: 'none' },
      },
      /PICTABLE_SMTP_SECURITY: none would send the password as plain text/,
    ],
    [{ PICTABLE_HOST: 'a', PICTABLE_HOST_FILE: '/b' }, /Both PICTABLE_HOST and PICTABLE_HOST_FILE/],
  ])('refuses %j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message)
  })

  test.each(['p@secret', 'p@secret/w#rd', 'p/secret', '1/secret', '1?secret', 'p#secret'])(
    'shows nothing of the password %s, which cuts the URL',
    (password) => {
      const read = () =>
        parseConfig({ PICTABLE_DATABASE_URL: `postgres://pictable:${password}@127.0.0.1:5432/pictable` })
      expect(read).toThrow(/PICTABLE_DATABASE_URL: percent-encode the password/)
      expect(read).not.toThrow(/secret/)
    },
  )

  test('takes a mail server on this machine without encryption', () => {
    const mail = { PICTABLE_SMTP_HOST: 'localhost', PICTABLE_SMTP_FROM: 'Pictable <a@example.com>' }
    const signIn = { PICTABLE_SMTP_USER: 'ada', PICTABLE_SMTP_PASSWORD: 'a password', PICTABLE_SMTP_SECURITY: 'none' }
    expect(parseConfig({ ...mail, ...signIn })).toMatchObject(mail)
  })

  test('takes a password that is encoded, and a socket', () => {
    const url = 'postgres://pictable:p%40ss%2Fw%23rd@localhost:5432/pictable?host=/run/postgresql&sslmode=verify-full'
    expect(parseConfig({ PICTABLE_DATABASE_URL: url }).PICTABLE_DATABASE_URL).toBe(url)
  })

  test('leaves alone what the guides export for programs that call the API', () => {
    expect(() => parseConfig({ PICTABLE_KEY: 'pk_x', PICTABLE_URL: 'http://127.0.0.1:4400' })).not.toThrow()
  })

  test('names every problem at once', () => {
    expect(() => parseConfig({ PICTABLE_PORT: 'x', PICTABLE_LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
})
