import { Command } from 'commander'
import { StartError } from '#core/start-error.ts'
import { createWebhookListener } from '#http/feed/webhook-listener.ts'
import { listen as listenAt } from '#http/server/listen.ts'

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new StartError(`--port must be a number from 0 to 65535, not "${text}".`)
}

/** `pictable webhooks listen`: a receiver to try webhooks with. */
export function webhooksCommand(): Command {
  const listen = new Command('listen')
    .description('print incoming webhooks and check their signatures')
    .option('--port <port>', 'port to listen on; 0 chooses a free port', '4500')
    .option('--secret <secret...>', 'secret of the webhook; several during a rotation')
    .addHelpText(
      'after',
      `
The URL of the webhook is http://127.0.0.1:4500/. Start the server with these settings to let it send there:
  PICTABLE_EGRESS_ALLOW=127.0.0.0/8 PICTABLE_WEBHOOKS_ALLOW_HTTP=true`,
    )
    .action(async ({ port, secret = [] }: { port: string; secret?: string[] }) => {
      const listener = createWebhookListener({ secrets: secret, print: (text) => console.log(text) })
      const url = await listenAt(listener, {
        host: '127.0.0.1',
        port: portOf(port),
        again: (other) => `pictable webhooks listen --port ${other}`,
      })
      console.log(`Waiting for webhooks on ${url}/ (end with Ctrl+C)\n`)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close())
    })
  return new Command('webhooks').description('test webhooks').addCommand(listen)
}
