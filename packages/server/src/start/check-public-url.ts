import type { SettingData } from '#core/ports/data/access.ts'
import { StartError } from '#core/start-error.ts'
import { publicUrlOf } from '#server/settings/addresses.ts'
import type { Config } from '#server/settings/config.ts'
import type { Role } from '#server/settings/role.ts'

type Where = Pick<Config, 'PICTABLE_PUBLIC_URL' | 'PICTABLE_HOST' | 'PICTABLE_PORT'>

/** Why a process without `PICTABLE_PUBLIC_URL` must not write its own address beside others; undefined when it may. */
export function strayUrlProblem(config: Where, known: unknown): string | undefined {
  const own = publicUrlOf(config)
  if (config.PICTABLE_PUBLIC_URL !== undefined || typeof known !== 'string' || known === own) return undefined
  return `The image URLs of this database begin with ${known}, but this process would write ${own}. Set PICTABLE_PUBLIC_URL to the same public URL for all processes.`
}

/** Where a process with a role listens is not where images are fetched. @throws StartError */
export function refuseRoleWithoutUrl(config: Where, role: Role): void {
  if (role === 'both' || config.PICTABLE_PUBLIC_URL !== undefined) return
  throw new StartError(
    `A process with --role ${role} needs PICTABLE_PUBLIC_URL, the public URL of the images. It is the same for all processes.`,
  )
}

/**
 * Has processes that share a database write the same addresses into tables; one that was set anew comes to them one
 * after the other. To be done alone. @returns the address that they wrote before, when it was another one
 * @throws StartError when this process would only guess its own
 */
export async function agreeOnPublicUrl(settings: SettingData, config: Where): Promise<string | undefined> {
  const known = await settings.get('public_url')
  const problem = strayUrlProblem(config, known)
  if (problem !== undefined) throw new StartError(problem)
  const own = publicUrlOf(config)
  if (known === own) return undefined
  await settings.set('public_url', own)
  return typeof known === 'string' ? known : undefined
}
