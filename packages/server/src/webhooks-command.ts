import { Command } from 'commander'
import { StartError } from '#core/start-error.ts'
import { listen as listenAt } from '#http/listen.ts'
import { createWebhookListener } from '#http/webhook-listener.ts'

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new StartError(`--port must be a number from 0 to 65535, not "${text}".`)
}

/** `pictable webhooks listen`: a receiver to try webhooks with. */
export function webhooksCommand(): Command {
  const listen = new Command('listen')
    .description('print the webhooks that come in, their signatures checked')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '4500')
    .option('--secret <secret...>', 'secret of the webhook; several while it is changed')
    .addHelpText(
      'after',
      `
The webhook's URL is then http://127.0.0.1:4500/. The server sends there when it is started with
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
  return new Command('webhooks').description('try out webhooks').addCommand(listen)
}
