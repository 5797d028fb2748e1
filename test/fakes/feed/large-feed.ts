import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'

const text = 'Lorem ipsum dolor sit amet consectetur adipiscing elit. '.repeat(6)

interface LargeFormat {
  start: string
  row(n: number): string
  between: string
  end: string
}

export const largeFormats = {
  csv: {
    start: 'sku,name,price,image,text\n',
    row: (n) => `SKU-${n},Product ${n},${n}.50,https://img.example/${n}.jpg,${text}`,
    between: '\n',
    end: '\n',
  },
  json: {
    start: '{"items":[',
    row: (n) =>
      `{"sku":"SKU-${n}","name":"Product ${n}","price":${n}.5,"image":"https://img.example/${n}.jpg","text":"${text}"}`,
    between: ',',
    end: ']}',
  },
  xml: {
    start: '<rss><channel>',
    row: (n) =>
      `<item><sku>SKU-${n}</sku><name>Product ${n}</name><price>${n}.50</price><image>https://img.example/${n}.jpg</image><text>${text}</text></item>`,
    between: '\n',
    end: '</channel></rss>',
  },
} satisfies Record<string, LargeFormat>

const rowsAtOnce = 200

async function send(response: ServerResponse, { start, row, between, end }: LargeFormat, count: number): Promise<void> {
  response.write(start)
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, n) => row(from + n)).join(between)
    if (!response.write(from === 0 ? rows : between + rows)) await once(response, 'drain')
  }
  response.end(end)
}

/** `startLargeFeed()` serves `/csv/100000` and alike: that number of records, written while they are sent. */
export async function startLargeFeed(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const [, format, count] = /^\/(csv|json|xml)\/(\d+)$/.exec(request.url ?? '') ?? []
    const found = Object.entries(largeFormats).find(([name]) => name === format)?.[1]
    if (found === undefined) return void response.writeHead(404).end()
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end()
    response.writeHead(200, { etag: '"1"' })
    // A reader that leaves early is not our error.
    send(response, found, Number(count)).catch(() => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
