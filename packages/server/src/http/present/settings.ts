import { type CallAnswer, type Contract, passwordLength } from '@pictable/client'
import { z } from 'zod'
import { sessionDays, sessionIdleDays } from '#core/access/session.ts'
import { cureOfFile } from '#core/image/damaged-file.ts'
import { readScrub, type ScrubState } from '#core/image/scrub-files.ts'
import type { World } from '#core/ports/world.ts'
import type { Installation } from '#http/installation.ts'
import { jsonLimitBytes, uploadLimitBytes } from '#http/limits.ts'

/** Under which the name and the colours are stored. */
export const nameSetting = 'installation_name'
export const brandColorsSetting = 'brand_colors'

const storedColors = z.array(z.string()).catch([])

type SettingsJson = CallAnswer<Contract['settings']['get']>

function presentFileCheck({
  startedAt,
  finishedAt,
  checked,
  broken,
  unlisted,
}: ScrubState): SettingsJson['file_check'] {
  return {
    started_at: startedAt,
    finished_at: finishedAt,
    files_checked: checked,
    broken_count: broken.length + unlisted,
    broken: broken.map(({ key, kind, id, problem }) => ({ key, kind, id, problem, cure: cureOfFile(key) })),
  }
}

export async function presentSettings(
  world: Pick<World, 'data' | 'mail' | 'publicUrl' | 'publicUrlProblem'>,
  { callsPerMinute, storage, database, renderer, retention, ...installation }: Installation,
): Promise<SettingsJson> {
  const name = await world.data.settings.get(nameSetting)
  const colors = await world.data.settings.get(brandColorsSetting)
  const scrub = await readScrub(world.data.settings)
  return {
    name: typeof name === 'string' ? name : 'Pictable',
    brand_colors: storedColors.parse(colors),
    version: installation.version,
    node_version: installation.node_version,
    mail_from: world.mail?.from ?? null,
    storage: { kind: storage.kind, place: storage.place },
    database: { kind: database.kind },
    secret_key: { from: installation.secret_key.from },
    renderer: { processes: renderer.processes },
    retention: {
      max_age_days: retention.max_age_days,
      per_record: retention.per_record,
      runs_max_age_days: retention.runs_max_age_days,
      deliveries_max_age_days: retention.deliveries_max_age_days,
      keep_current: retention.keep_current,
    },
    file_check: scrub && presentFileCheck(scrub),
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
