import { expect, test } from 'vitest'
import { StartError } from '#core/start-error.ts'
import { agreeOnPublicUrl, refuseRoleWithoutUrl } from './check-public-url.ts'

const at = (port: number, url?: string) => ({
  PICTABLE_HOST: '127.0.0.1',
  PICTABLE_PORT: port,
  PICTABLE_PUBLIC_URL: url,
})

function emptySettings() {
  const values = new Map<string, unknown>()
  return {
    get: async (name: string) => values.get(name),
    async set(name: string, value: unknown) {
      values.set(name, value)
    },
  }
}

test('refuseRoleWithoutUrl() wants an address of whoever does only a part', () => {
  expect(() => refuseRoleWithoutUrl(at(4400), 'both')).not.toThrow()
  for (const role of ['api', 'worker'] as const) {
    expect(() => refuseRoleWithoutUrl(at(4400), role)).toThrow(/--role .* needs PICTABLE_PUBLIC_URL/)
    expect(() => refuseRoleWithoutUrl(at(4400, 'https://pictable.example'), role)).not.toThrow()
  }
})

test('agreeOnPublicUrl() refuses an address that was only guessed when others write another one', async () => {
  const settings = emptySettings()
  expect(await agreeOnPublicUrl(settings, at(4400))).toBeUndefined()
  expect(await agreeOnPublicUrl(settings, at(4400))).toBeUndefined()
  await expect(agreeOnPublicUrl(settings, at(4401))).rejects.toThrow(StartError)
  expect(await agreeOnPublicUrl(settings, at(4401, 'https://pictable.example'))).toBe('http://127.0.0.1:4400')
  await expect(agreeOnPublicUrl(settings, at(4400))).rejects.toThrow(
    /image URLs of this database begin with https:\/\/pictable\.example.*http:\/\/127\.0\.0\.1:4400.*Set PICTABLE_PUBLIC_URL/,
  )
  expect(await agreeOnPublicUrl(settings, at(4402, 'https://pictable.example'))).toBeUndefined()
})
