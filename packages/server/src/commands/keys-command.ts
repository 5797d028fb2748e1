import { type Scope, scopes } from '@pictable/model/access'
import { Command, Option } from 'commander'
import type { ApiKey } from '#core/access/api-key.ts'
import { createKey } from '#core/access/create-key.ts'
import { StartError } from '#core/start-error.ts'
import { plain } from '#core/words.ts'
import { visitData, wholeList } from './visit-data.ts'

async function listKeys(): Promise<void> {
  const keys = await visitData(({ data }) => wholeList(data.apiKeys))
  const line = ({ id, name, scopes: held, revokedAt }: ApiKey) =>
    `${id}  ${name}  ${held.join(', ')}${revokedAt === null ? '' : '  (revoked)'}`
  console.log(keys.length === 0 ? 'There are no API keys yet.' : keys.map((key) => plain(line(key))).join('\n'))
}

async function makeKey({ name, scope }: { name: string; scope: Scope }): Promise<void> {
  const { secret } = await visitData((world) => createKey(world, { name, scopes: [scope] }))
  console.log(`\n  API key (shown only once, save it): ${secret}\n`)
}

async function revokeKey(id: string): Promise<void> {
  const wasThere = await visitData(({ clock, data }) => data.apiKeys.revoke(id, clock.now()))
  if (!wasThere) throw new StartError(`There is no API key ${id}. "pictable keys list" lists all keys.`)
  console.log(`${id} is revoked. A running server rejects it within seconds.`)
}

/** `pictable keys`: when no key is at hand any more to do it over the API. */
export function keysCommand(): Command {
  const command = new Command('keys').description(
    'manage API keys on this machine; with the embedded database, stop the server first',
  )
  command.command('list').description('list all keys, newest first').action(listKeys)
  command
    .command('create')
    .description('create a key and show it once')
    .option('--name <name>', 'name of the key', 'Created on the server')
    .addOption(new Option('--scope <scope>', 'scope of the key').choices(scopes).default('admin'))
    .action(makeKey)
  command.command('revoke').argument('<id>', 'such as key_…').description('revoke a key').action(revokeKey)
  return command
}
