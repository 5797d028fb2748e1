import type { SettingData } from '#core/ports/data/access.ts'
import { StartError } from '#core/start-error.ts'

/** Remembers which key the data was sealed with. @throws StartError when this process has another one */
export async function checkSecretKey(settings: SettingData, keyId: string): Promise<void> {
  const known = await settings.get('secret_key_id')
  if (known === keyId) return
  if (known !== null && known !== undefined) {
    throw new StartError(
      'This process has another secret key than the one the stored secrets were sealed with. Start with the same PICTABLE_SECRET_KEY, or put the secret.key of that time back into the data folder.',
    )
  }
  await settings.set('secret_key_id', keyId)
}
