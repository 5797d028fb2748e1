import { fileExtensionOf } from '#core/image/image-url.ts'
import { type ActionOutput, outputsOf, shownName } from '#core/output/outputs-of.ts'
import { stableUrl } from '#core/output/stable-url.ts'
import type { KeyedImages } from '#core/ports/data/record-keys.ts'
import type { World } from '#core/ports/world.ts'
import { csvLine } from '#core/table/csv-line.ts'
import { escapeMarkup } from '#core/words.ts'
import type { Action } from './action.ts'
import type { FeedFormat } from './feed-token.ts'

const pageSize = 500

/** Google takes ten, and ignores the rest. */
const MAX_ADDITIONAL = 10

/** A product with the URLs of its images: that of the first output, and those of the others. */
interface FeedItem {
  id: string
  imageLink: string
  additional: readonly string[]
}

interface FeedWriter {
  start: (channel: { title: string; link: string }) => string
  item: (item: FeedItem) => string
  end: string
}

/** Without the characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return escapeMarkup(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

const writers: Readonly<Record<FeedFormat, FeedWriter>> = {
  /** Ids are written as they are, also those that a spreadsheet computes: programs compare them. */
  csv: {
    start: () => csvLine(['id', 'image_link', 'additional_image_link']),
    item: ({ id, imageLink, additional }) => csvLine([id, imageLink, additional.join(',')]),
    end: '',
  },
  xml: {
    start: ({ title, link }) =>
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
        '<channel>',
        element('title', title),
        element('link', link),
        `${element('description', `Images of ${title}`)}\n`,
      ].join('\n'),
    item: ({ id, imageLink, additional }) => {
      const links = additional.map((url) => element('g:additional_image_link', url))
      return `<item>${[element('g:id', id), element('g:image_link', imageLink), ...links].join('')}</item>\n`
    },
    end: '</channel>\n</rss>\n',
  },
}

/** The products of an action that have an image, by slug, read page by page. */
async function* feedItems({ data, publicUrl }: FeedWorld, action: Action): AsyncGenerator<FeedItem[]> {
  const [first, ...others] = outputsOf(action)
  const urlsOf = ({ slug, images }: KeyedImages, output: ActionOutput) => {
    const [file] = images.find((image) => image.output === output.key)?.files ?? []
    const name = output === first ? null : shownName(output)
    const place = { actionId: action.id, slug, output: name }
    return file === undefined ? [] : [stableUrl(publicUrl, { ...place, extension: fileExtensionOf(file) })]
  }
  for (let after: string | null = ''; after !== null; ) {
    const { results, next } = await data.recordKeys.page(action.id, { after, limit: pageSize })
    yield results.flatMap((keyed) => {
      const additional = others.flatMap((other) => urlsOf(keyed, other)).slice(0, MAX_ADDITIONAL)
      return urlsOf(keyed, first).map((imageLink) => ({ id: keyed.key, imageLink, additional }))
    })
    after = next
  }
}

type FeedWorld = Pick<World, 'data' | 'publicUrl'>

/** `writeFeed()` writes the current images of an action as a product feed, in pieces. */
export async function* writeFeed(world: FeedWorld, action: Action, format: FeedFormat): AsyncGenerator<string> {
  const { start, item, end } = writers[format]
  yield start({ title: action.title, link: world.publicUrl })
  for await (const items of feedItems(world, action)) yield items.map(item).join('')
  yield end
}
