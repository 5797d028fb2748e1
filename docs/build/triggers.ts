import { triggerKinds } from '@pictable/server/triggers/index.ts'
import { page } from './markdown.ts'
import { settingsTable } from './settings-table.ts'

export function triggersPage(): string {
  const sections = triggerKinds.kinds.flatMap(({ kind, title, description, settings }) => [
    `## ${title}`,
    `\`"kind": "${kind}"\``,
    description,
    settingsTable(settings),
  ])
  return page(
    '# Triggers',
    `A trigger starts an action automatically: \`POST /v1/triggers\` takes the action as \`action_id\`, the \`kind\` of the trigger and its
\`settings\`. An action can have several triggers. \`GET /v1/trigger-kinds\` returns the content of this page as JSON.`,
    ...sections,
  )
}
