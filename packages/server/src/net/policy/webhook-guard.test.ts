import { expect, test } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'
import { createWebhookGuard } from './webhook-guard.ts'

const policy = createAddressPolicy({ allow: '' })

test('createWebhookGuard() names the setting that allows http, where that is what is missing', () => {
  const strict = createWebhookGuard(policy, { allowHttp: false })
  expect(strict.problemOf('http://shop.example.com/')).toMatch(/only https:.*PICTABLE_WEBHOOKS_ALLOW_HTTP=true$/)
  expect(strict.problemOf('https://127.1/')).toMatch(
    /^cannot be used: Cannot reach "127\.1" \(127\.0\.0\.1\): its IP address is not public\. .*PICTABLE_EGRESS_ALLOW\.$/,
  )
  expect(strict.problemOf('https://shop.example.com/')).toBeNull()
  expect(createWebhookGuard(policy, { allowHttp: true }).problemOf('http://shop.example.com/')).toBeNull()
})
