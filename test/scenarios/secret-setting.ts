/** A value that a secret setting of a source takes, with a secret in it. */
export function secretSetting(name: string, secret: string): string {
  if (/header/.test(name)) return `X-Key: ${secret}`
  if (name !== 'credentials') return secret
  return JSON.stringify({ type: 'authorized_user', client_id: 'ours', client_secret: 'theirs', refresh_token: secret })
}
