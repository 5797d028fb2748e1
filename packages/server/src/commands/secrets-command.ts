import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { StartError } from '#core/start-error.ts'
import { settingData } from '#database/data/access-data.ts'
import type { Executor } from '#database/database.ts'
import { rowOf } from '#database/statement.ts'
import { checkSecretKey } from '#secrets/check-secret-key.ts'
import { loadSecretKey } from '#secrets/load-secret-key.ts'
import { createSecret, type Secret } from '#secrets/secret.ts'
import { createSecrets } from '#secrets/secrets.ts'
import { reseal } from '#server/move/reseal.ts'
import { parseConfig } from '#server/settings/config.ts'
import { visitDatabase } from '#server/start/open-database.ts'

const leastLength = 32

function readKey(path: string): Secret {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new StartError(`The new secret key ${path} cannot be read. Check the path and its permissions.`, { cause })
  }
  if (text.length >= leastLength) return createSecret(text)
  throw new StartError(
    `The new secret key in ${path} is too short: at least ${leastLength} characters, such as "openssl rand -base64 32" prints.`,
  )
}

/** Each process that runs has a connection by which it is told of changes. */
const running = `
select count(*)::int as count from pg_stat_activity
where datname = current_database() and application_name = 'pictable listen'`

/** A process that runs could not open what is sealed anew. @throws StartError */
async function refuseBesideOthers(kysely: Executor): Promise<void> {
  const { count = 0 } = (await rowOf<{ count: number }>(kysely, running, [])) ?? {}
  if (count > 0)
    throw new StartError(
      'Pictable is running on this database. Stop all its processes first, and start them with the new key.',
    )
}

async function rotate(path: string): Promise<void> {
  const config = parseConfig(process.env)
  const { PICTABLE_SECRET_KEY: configured, PICTABLE_DATA_DIR: dataDir } = config
  const next = readKey(path)
  const present = loadSecretKey({ configured, dataDir })
  const count = await visitDatabase(config, async (kysely) => {
    await refuseBesideOthers(kysely)
    await checkSecretKey(settingData(kysely), createSecrets([present]).keyId)
    return reseal(kysely, createSecrets([next, present]))
  })
  const step =
    configured === undefined ? `mv ${path} ${dataDir}/secret.key` : 'set PICTABLE_SECRET_KEY to it everywhere'
  console.log(`${count} stored secrets are encrypted with the key in ${path}. Before the next start: ${step}`)
}

/** `pictable secrets`: the key that stored secrets are sealed with. */
export function secretsCommand(): Command {
  const rotateCommand = new Command('rotate')
    .argument('<file>', 'file with the new key, such as "openssl rand -base64 32" prints')
    .description('encrypt all stored secrets with a new key in one transaction; stop every process first')
    .action(rotate)
  return new Command('secrets').description('manage the secret key').addCommand(rotateCommand)
}
