import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { z } from 'zod'
import { FakeRejection, type FakeRequest } from '#test/fakes/hosted/fake-api.ts'

export interface FakeAccount {
  email: string
  /** The JSON that people download. */
  json: string
  publicKey: string
}

let made = 0

/** A key of a service account, which a fake knows only when it is registered there. */
export function createAccount(): FakeAccount {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const email = `pictable-${++made}@shop.iam.gserviceaccount.com`
  const json = JSON.stringify(
    {
      type: 'service_account',
      project_id: 'shop',
      private_key_id: randomBytes(20).toString('hex'),
      private_key: privateKey,
      client_email: email,
      client_id: '100000000000000000001',
      token_uri: 'https://oauth2.googleapis.com/token',
    },
    null,
    2,
  )
  return { email, json, publicKey }
}

const claimsSchema = z.object({
  iss: z.string(),
  scope: z.string().includes('https://www.googleapis.com/auth/spreadsheets'),
  aud: z.string().endsWith('/token'),
  iat: z.number(),
  exp: z.number(),
})

const grantRefused = (error_description: string, error = 'invalid_grant', status = 400) =>
  new FakeRejection(status, { error, error_description })

const jsonIn = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

/** Who may get access tokens, and whose they are. */
export function createAccounts() {
  const accounts = new Map<string, FakeAccount>()
  const people = new Map<string, string>()
  const tokens = new Map<string, string>()

  function ofAssertion(assertion: string): string {
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    if (claims === '') throw grantRefused('Bad Request', 'invalid_request')
    const { iss, iat, exp } = claimsSchema.parse(jsonIn(claims))
    const account = accounts.get(iss)
    if (account === undefined) throw grantRefused('Invalid grant: account not found')
    const signed = Buffer.from(`${header}.${claims}`)
    const key = createPublicKey(account.publicKey)
    if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url')))
      throw grantRefused('Invalid JWT Signature.')
    const now = Date.now() / 1000
    if (iat > now + 60 || exp < now || exp - iat > 3600)
      throw grantRefused('Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.')
    return account.email
  }

  function exchange({ raw }: Pick<FakeRequest, 'raw'>) {
    const form = new URLSearchParams(new TextDecoder().decode(raw))
    const byKey = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const email = byKey ? ofAssertion(form.get('assertion') ?? '') : people.get(form.get('refresh_token') ?? '')
    if (email === undefined) throw grantRefused('Token has been expired or revoked.')
    const access_token = `ya29.${randomBytes(24).toString('base64url')}`
    tokens.set(access_token, email)
    return { access_token, expires_in: 3599, token_type: 'Bearer' }
  }

  return {
    exchange,
    add: (account: FakeAccount) => void accounts.set(account.email, account),
    /** A person who signed in by OAuth. */
    addPerson: (email: string, refreshToken: string) => void people.set(refreshToken, email),
    /** The e-mail address that a token is of. */
    ofToken: (authorization = '') => tokens.get(authorization.replace(/^Bearer /, '')),
    revokeTokens: () => tokens.clear(),
    revokeKeys() {
      accounts.clear()
      people.clear()
    },
  }
}
