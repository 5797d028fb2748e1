import type { SettingData } from '#core/ports/data/access.ts'
import { StartError } from '#core/start-error.ts'

/** Remembers which key the data was sealed with. @throws StartError when this process has another one */
export async function checkSecretKey(settings: SettingData, keyId: string): Promise<void> {
  const known = await settings.get('secret_key_id')
  if (known === keyId) return
  if (known !== null && known !== undefined) {
    throw new StartError(
      'The stored secrets were encrypted with another secret key. Start with that PICTABLE_SECRET_KEY, or restore the previous secret.key in the data folder.',
    )
  }
  await settings.set('secret_key_id', keyId)
}
