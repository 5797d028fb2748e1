import { Client } from 'pg'

const reconnectAfterMs = 1000

/**
 * Hears NOTIFY on a connection of its own, and connects anew whenever it is lost; `onNotification` is then called with an
 * empty payload, since something may have been missed. @returns what stops it
 */
export async function listenPostgres(
  url: string,
  channel: string,
  onNotification: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: Client | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: url, application_name: 'pictable listen', keepAlive: true })
    let isLost = false
    const lost = () => {
      if (isLost || isStopped) return
      isLost = true
      timer = setTimeout(() => void connect().then(() => onNotification(''), lost), reconnectAfterMs)
      timer.unref()
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', (heard) => {
      if (heard.channel === channel) onNotification(heard.payload ?? '')
    })
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
    client = next
  }

  await connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await client?.end()
  }
}
