import { expect, test } from 'vitest'
import { endpoints } from './index.ts'

/** Which scope each endpoint needs, and how it holds keys that are limited to single actions: written down a second time. */
const agreed = [
  {
    scope: 'admin',
    limitedKeys: undefined,
    names: `api-keys-list api-keys-create api-keys-get api-keys-revoke url-keys-list url-keys-create url-keys-get url-keys-revoke users-list users-create users-get users-update users-delete users-link audit-log-list request-log-list settings-update backups-list backups-create backups-schedule`,
  },
  {
    scope: 'read',
    limitedKeys: 'handler',
    names: `actions-list runs-list runs-get runs-records runs-failures images-list images-count images-archive images-get images-preview events-stream me-get`,
  },
  {
    scope: 'read',
    limitedKeys: 'id',
    names: `tablesources-get actions-get actions-preview exceptions-list exceptions-get`,
  },
  {
    scope: 'read',
    limitedKeys: undefined,
    names: `actions-sample templates-list templates-get templates-versions templates-version templates-diff templates-preview templates-thumbnail templates-draw templates-records templates-draw-region templates-draw-image templates-variables templates-usage drafts-get drafts-diff forms-list forms-get template-files-fonts template-files-font template-files-layout-tables template-files-load starters-list starters-picture trigger-kinds-list triggers-list triggers-get triggers-test connections-list connections-get connections-test connections-bases connections-tables connections-views connections-fields connections-records sources-list tables-list tables-get tables-rows tables-count-rows tables-row tables-export tables-list-imports tables-get-import assets-list assets-get assets-content assets-uses font-families-list font-families-google fonts-list fonts-get fonts-content fonts-specimen webhooks-list webhooks-get webhooks-deliveries deliveries-list deliveries-get session-delete sessions-list sessions-revoke me-update me-password settings-get image-batches-list image-batches-get`,
  },
  {
    scope: 'trigger',
    limitedKeys: 'handler',
    names: `runs-cancel runs-retry-failed runs-run-rest`,
  },
  {
    scope: 'trigger',
    limitedKeys: 'id',
    names: `tablesources-trigger actions-run`,
  },
  {
    scope: 'trigger',
    limitedKeys: undefined,
    names: `triggers-fire images-create image-batches-create image-batches-cancel`,
  },
  {
    scope: 'write',
    limitedKeys: undefined,
    names: `actions-create actions-update actions-delete actions-erase actions-confirm-deleted exceptions-save exceptions-delete templates-create templates-update templates-delete templates-restore templates-publish drafts-save drafts-discard drafts-claim drafts-release drafts-publish starters-use forms-create forms-update forms-delete forms-rotate triggers-create triggers-update triggers-delete triggers-rotate connections-create connections-update connections-delete tables-create tables-update tables-delete tables-add-rows tables-update-row tables-update-rows tables-delete-rows tables-restore-rows tables-delete-row tables-import-new tables-import-into images-delete assets-upload assets-delete font-families-install fonts-upload fonts-delete webhooks-create webhooks-update webhooks-delete webhooks-rotate-secret webhooks-pause webhooks-resume webhooks-test webhooks-replay-failed deliveries-replay`,
  },
  {
    scope: null,
    limitedKeys: undefined,
    names: `templates-schema hooks-open hooks-call images-file images-signed stable-urls-image stable-urls-output feeds-get form-links-page form-links-upload form-links-preview form-links-submit form-links-submission setup-get setup-complete links-look links-redeem session-create server-openapi server-livez server-readyz`,
  },
]

test('every endpoint needs the scope that was agreed on', () => {
  const told = endpoints.map(({ name, scope, limitedKeys }) => [name, scope, limitedKeys])
  const wanted = agreed.flatMap(({ names, scope, limitedKeys }) =>
    names.split(' ').map((name) => [name, scope, limitedKeys]),
  )
  expect(told.toSorted()).toEqual(wanted.toSorted())
})
