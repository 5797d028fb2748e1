import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createGoogleSheetsSource } from './google-sheets.ts'

const { settings } = createGoogleSheetsSource({
  fetch: async () => ({ status: 500, headers: {}, body: new Uint8Array() }),
  governor: { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} },
})

const pemOf = (type: 'rsa' | 'ec') => {
  const encodings = {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  } as const
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048, ...encodings })
      : generateKeyPairSync('ec', { namedCurve: 'P-256', ...encodings })
  return String(privateKey)
}

const keyFile = (more: object = {}) =>
  JSON.stringify({ type: 'service_account', client_email: 'a@b.example', private_key: pemOf('rsa'), ...more }, null, 2)
const signIn = { type: 'authorized_user', client_id: 'id', client_secret: 'secret', refresh_token: '1//token' }

test('the settings take a key, also one that lost its line ends in a form, and a sign-in', () => {
  for (const credentials of [keyFile(), keyFile().replaceAll('\n', ''), JSON.stringify(signIn)])
    expect(settings.parse({ credentials })).toEqual({ credentials: credentials.trim() })
})

test.each([
  ['no JSON', '{"type": "service_acc', /is not JSON.*Download a JSON key/],
  ['an API key', '"AIzaSyExample"', /its "type" is missing instead of "service_account"/],
  ['a client of OAuth', '{"installed":{"client_id":"x"}}', /"type" is missing/],
  ['a key of another kind', '{"type":"external_account"}', /its "type" is "external_account"/],
  ['a key without its address', keyFile({ client_email: undefined }), /lacks "client_email"/],
  ['a key that was cut off', keyFile({ private_key: pemOf('rsa').slice(0, 300) }), /"private_key" that is no RSA key/],
  ['a key of another algorithm', keyFile({ private_key: pemOf('ec') }), /"private_key" that is no RSA key/],
  ['a sign-in without its token', JSON.stringify({ ...signIn, refresh_token: '' }), /lacks "refresh_token"/],
])('the settings refuse %s and say why, without what was entered', (_, credentials, words) => {
  const [issue, ...others] = settings.safeParse({ credentials }).error?.issues ?? []
  expect([issue?.path, others]).toEqual([['credentials'], []])
  expect(issue?.message).toMatch(words)
  expect(issue?.message).not.toMatch(/PRIVATE KEY|secret"|AIza/)
})

test.each([{ key_column: '' }, { calls_per_day: 0 }, { endpoint_url: 'ftp://sheets.example' }, { sheet: 'x' }])(
  'the settings refuse %j',
  (given) => {
    expect(settings.safeParse({ credentials: keyFile(), ...given }).success).toBe(false)
  },
)
