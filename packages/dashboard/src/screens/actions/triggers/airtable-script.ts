/**
 * The script of a "Generate" button in Airtable, for one record. Airtable's own server sends the request, so the browser
 * needs no permission to; a base on the same machine as Pictable cannot use it.
 */
export function airtableScript(hookUrl: string, tableId: string): string {
  return `const table = base.getTable(${JSON.stringify(tableId)})
const record = await input.recordAsync('Which record?', table)
if (record) {
  const response = await remoteFetchAsync(${JSON.stringify(hookUrl)}, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ record_ids: [record.id] }),
  })
  if (response.ok) output.text(\`The image of "\${record.name}" is being rendered.\`)
  else output.text(\`Pictable returned \${response.status}: \${await response.text()}\`)
}`
}
