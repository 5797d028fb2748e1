import { Command } from 'commander'
import { createLink } from '#core/access/login-link.ts'
import { stateOf, type User } from '#core/access/user.ts'
import { StartError } from '#core/start-error.ts'
import { plain } from '#core/words.ts'
import { visitData, wholeList } from './visit-data.ts'

async function listUsers(): Promise<void> {
  const users = await visitData(({ data }) => wholeList(data.users))
  const line = (user: User) => {
    const state = stateOf(user)
    return `${user.email}  ${user.name}  ${user.role}${state === 'active' ? '' : `  (${state})`}`
  }
  console.log(users.length === 0 ? 'There are no users yet.' : users.map((user) => plain(line(user))).join('\n'))
}

async function resetUser(email: string): Promise<void> {
  const { url, expiresAt } = await visitData(async (world) => {
    const user = await world.data.users.findByEmail(email)
    if (user === null) throw new StartError(`There is no user ${email}. "pictable users list" lists all users.`)
    return createLink(world, user)
  })
  console.log(
    `\n  Link to set a new password for ${email} (works once, until ${expiresAt.toISOString()}):\n\n    ${url}\n`,
  )
}

/** `pictable users`: when nobody can log in any more to do it in the dashboard. */
export function usersCommand(): Command {
  const command = new Command('users').description('manage the users who log in to the dashboard')
  command.command('list').description('list all users, newest first').action(listUsers)
  command
    .command('reset')
    .argument('<email>', 'email address of the user')
    .description('print a link that sets a new password; with the embedded database, stop the server first')
    .action(resetUser)
  return command
}
