import { startApp } from '@pictable/server/app.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { withFaultPoints } from '#test/chaos/fault-points.ts'

await startApp(parseConfig(process.env), { replace: withFaultPoints })
