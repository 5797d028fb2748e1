import { type CallAnswer, type Contract, passwordLength } from '@pictable/client'
import { sessionDays, sessionIdleDays } from '#core/access/session.ts'
import type { World } from '#core/ports/world.ts'
import type { Installation } from '#http/installation.ts'
import { jsonLimitBytes, uploadLimitBytes } from '#http/limits.ts'

/** Under which the name is kept. */
export const nameSetting = 'installation_name'

export async function presentSettings(
  world: Pick<World, 'data' | 'publicUrl' | 'publicUrlProblem'>,
  { callsPerMinute, ...installation }: Installation,
): Promise<CallAnswer<Contract['settings']['get']>> {
  const name = await world.data.settings.get(nameSetting)
  return {
    name: typeof name === 'string' ? name : 'Pictable',
    ...installation,
    public_url: world.publicUrl,
    public_url_problem: world.publicUrlProblem ?? null,
    limits: {
      json_bytes: jsonLimitBytes,
      upload_bytes: uploadLimitBytes,
      calls_per_minute: callsPerMinute,
      session_idle_days: sessionIdleDays,
      session_days: sessionDays,
      password_length: { ...passwordLength },
    },
  }
}
