/** What the terminal shows when the server has started. Pure text: `serve.ts` decides when. */

import type { Role } from '#server/settings/role.ts'

export interface FirstSteps {
  url: string
  actionId: string
  actionTitle: string
  templateId: string
}

export function startedText({ url, role }: { url: string; role: Role }, version: string): string {
  const part = { api: ' (serves requests; workers render the images)', worker: ' (renders images)', both: '' }[role]
  return `\n  Pictable ${version} is running at ${url}${part}\n`
}

/** Again at every start, as long as nobody has used it. */
export function setupText(url: string): string {
  return `\n  Open this to set your password and see the dashboard (works once, within 24 hours):\n\n    ${url}\n`
}

export function newKeyText(secret: string): string {
  return `\n  API key (shown only once, save it): ${secret}\n`
}

export function knownKeyText(): string {
  return `
  Your API key was shown at the first start. If you lost it, stop the server and create another one: npx pictable keys create
`
}

/** The curl lines of the README, with the ids of this installation. */
export function firstStepsText({ url, actionId, actionTitle, templateId }: FirstSteps): string {
  const authorization = '-H "Authorization: Bearer $PICTABLE_KEY"'
  return `
  Try it:

    export PICTABLE_KEY='<the key>'

    # the action ${JSON.stringify(actionTitle)}: its status, then a run of every record
    curl -s ${authorization} ${url}/v1/tablesources/${actionId}
    curl -s -X POST ${authorization} ${url}/v1/tablesources/${actionId}

    # the outcome of each record
    curl -s ${authorization} "${url}/v1/runs?action_id=${actionId}&limit=1"
    curl -s ${authorization} ${url}/v1/runs/<run id>/records
    curl -s ${authorization} "${url}/v1/images?action_id=${actionId}"

    # one image, now, from your own values
    curl -s -X POST ${authorization} -H "Content-Type: application/json" ${url}/v1/images \\
      -d '{"template_id":"${templateId}","values":{"Name":"Hello from curl","Price":19}}'
`
}
