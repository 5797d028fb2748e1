import { createHash, randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { createLink } from '#core/access/login-link.ts'
import { stateOf, type User } from '#core/access/user.ts'
import type { Data } from '#core/ports/data.ts'
import { StartError } from '#core/start-error.ts'
import { createData } from '#database/data.ts'
import { createJobs } from '#jobs/jobs.ts'
import { publicUrlOf } from '#server/addresses.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/open-database.ts'
import { createLog } from '#telemetry/log.ts'

async function withData<Result>(config: Config, work: (data: Data) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(config)
  try {
    const jobs = await createJobs({ database, log: createLog({ level: config.PICTABLE_LOG_LEVEL }) })
    try {
      return await work(createData({ database, queueFor: jobs.queueFor }))
    } finally {
      await jobs.stop()
    }
  } finally {
    await database.close()
  }
}

async function allUsers({ users }: Data): Promise<User[]> {
  const all: User[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { results, next } = await users.list({ limit: 100, ...(after && { after }) })
    all.push(...results)
    after = next
  }
  return all
}

async function listUsers(): Promise<void> {
  const users = await withData(parseConfig(process.env), allUsers)
  const line = (user: User) => {
    const state = stateOf(user)
    return `${user.email}  ${user.name}  ${user.role}${state === 'active' ? '' : `  (${state})`}`
  }
  console.log(users.length === 0 ? 'There are no users yet.' : users.map(line).join('\n'))
}

async function resetUser(email: string): Promise<void> {
  const config = parseConfig(process.env)
  const { url, expiresAt } = await withData(config, async (data) => {
    const user = await data.users.findByEmail(email)
    if (user === null) throw new StartError(`There is no user ${email}: "pictable users list" names them all.`)
    const world = {
      clock: { now: () => new Date() },
      data,
      digest: { sha256: (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex') },
      publicUrl: publicUrlOf(config),
      random: { bytes: (count: number) => randomBytes(count) },
    }
    return createLink(world, user)
  })
  console.log(`\n  Sets a new password for ${email}, once, until ${expiresAt.toISOString()}:\n\n    ${url}\n`)
}

/** `pictable users`: when nobody can log in any more to do it in the dashboard. */
export function usersCommand(): Command {
  const command = new Command('users').description('people who log in to the dashboard')
  command.command('list').description('all of them, newest first').action(listUsers)
  command
    .command('reset')
    .argument('<email>', 'with which the user logs in')
    .description('print a link that sets a new password; a server on the embedded database must be stopped meanwhile')
    .action(resetUser)
  return command
}
