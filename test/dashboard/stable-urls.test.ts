import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }

describe.skipIf(chromiumPath === undefined)('names of files and stable URLs', () => {
  const opened = useDashboard({ expected: ['400'] })

  async function ask(method: string, path: string, data?: object) {
    const { visitor, dashboard } = opened
    const answer = await visitor.context.request.fetch(dashboard.origin + path, {
      method,
      ...(data && { data }),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }

  test('are settings of an action, with URLs to copy once it has run', async () => {
    const { visitor } = opened
    const { page } = visitor
    const { results } = await ask('GET', '/v1/actions')
    const [{ id }] = results
    await visitor.visit(`/actions/${id}?tab=output`)
    const pattern = page.getByRole('textbox', { name: 'File name' })
    await pattern.fill('{{Nam}}.png', patiently)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/The file name, at character 3: the table .* has no field "Nam". Did you mean "Name"/)
      .waitFor(patiently)
    await pattern.fill('{{Name | lower}}.png')
    await page.getByRole('switch', { name: 'Stable URLs' }).click()
    await page.getByRole('combobox', { name: 'Key in the URL' }).click()
    await page.getByRole('option', { name: 'Name', exact: true }).click()
    await page.getByRole('switch', { name: 'Product feed' }).click()
    await page.getByText('Save to see the URLs.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('No URLs yet. Run the action to give each record its URL.').waitFor(patiently)
    const { file_name: name, stable_urls: urls } = await ask('GET', `/v1/actions/${id}`)
    expect([name, urls.field.name]).toEqual(['{{Name | lower}}.png', 'Name'])
    await page.getByText(urls.feed.csv_url).waitFor()
    await page.getByRole('button', { name: 'XML' }).click()
    await page.getByText(urls.feed.xml_url).waitFor()
    await ask('POST', `/v1/actions/${id}/runs`, { limit: 2, force: true })
    const example = page.getByText(urls.url.split('{key}')[0])
    await example.waitFor(patiently)
    const answer = await page.request.get((await example.innerText()).trim())
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-disposition']).toMatch(/^inline; filename="[\w .-]+"/)
    expect(await visitor.look('action-names-and-urls')).toEqual([])
  })
})
