import type { FieldKind } from '@pictable/model/field'
import { expect } from 'vitest'

/** A feed as real servers send it, and what is read from it. */
interface Shape {
  /** In `shapes`. */
  file: string
  settings?: Readonly<Record<string, unknown>>
  count: number
  /** A record, and some of its fields. */
  id: string
  fields: Readonly<Record<string, unknown>>
  kinds?: Readonly<Record<string, FieldKind>>
}

const ofXml: readonly Shape[] = [
  {
    file: 'google-merchant.xml',
    settings: { key: 'id' },
    count: 2,
    id: 'TV_123456',
    fields: {
      title: 'Google Chromecast with Google TV',
      description: 'Chromecast with Google TV brings you the <b>entertainment</b> you love & more.',
      link: 'https://store.google.com/product/chromecast_google_tv?a=1&b=2',
      additional_image_link: ['https://images.example.com/TV_1,left.png', 'https://images.example.com/TV_2.png'],
      shipping: { json: { country: 'US', service: 'Standard', price: '4.95 USD' } },
      gtin: '00811571013579',
    },
    kinds: { image_link: 'url', price: 'text', gtin: 'text', additional_image_link: 'multi_select' },
  },
  {
    file: 'google-merchant.xml',
    settings: { key: 'id' },
    count: 2,
    id: 'DVD-0564738',
    fields: { additional_image_link: ['https://images.example.com/DVD,back.png'], sale_price: null, shipping: null },
  },
  {
    file: 'google-merchant-atom.xml',
    settings: { key: 'id' },
    count: 1,
    id: '1',
    fields: { id: 1, title: 'Red wool sweater', price: '25.00 EUR' },
  },
  {
    file: 'wordpress.rss',
    settings: { key: 'guid' },
    count: 2,
    id: 'https://wordpress.example/news/?p=19',
    fields: {
      title: 'Version 6.9 “Gene”',
      'dc:creator': 'Ann',
      category: ['General', 'Releases'],
      'guid@isPermaLink': false,
      'content:encoded': '<p>It is <em>here</em>.</p>',
      'slash:comments': 0,
    },
  },
  {
    file: 'podcast.rss',
    settings: { key: 'guid' },
    count: 1,
    id: 'D03EEC9B-B1B4-475B-92C8-54F853FA2A22',
    fields: {
      enclosure: 'http://example.com/podcasts/everything/mthood.m4a',
      'enclosure@length': 8_727_310,
      'itunes:image': 'http://example.com/mthood.jpg',
      'itunes:duration': 1024,
    },
  },
  {
    file: 'github-releases.atom',
    settings: { key: 'id' },
    count: 2,
    id: 'tag:github.example,2008:Repository/1/v2.0.0',
    fields: {
      updated: '2026-09-30T08:00:00.000Z',
      link: 'https://github.example/o/r/releases/tag/v2.0.0',
      link_edit: 'https://github.example/o/r/edit',
      content: '<p>Breaking</p>',
      author: { json: { name: 'octo' } },
      'media:thumbnail': 'https://avatars.example/u/1',
    },
    kinds: { updated: 'date_time', link: 'url' },
  },
  {
    file: 'yandex-market.yml.xml',
    settings: { key: '@id' },
    count: 2,
    id: '9012',
    fields: {
      '@available': true,
      name: 'Мороженица Brand 3811',
      price: 8990,
      param: ['белый', '3.4'],
      'param@name': ['Цвет', 'Вес'],
    },
  },
  {
    file: 'heureka.xml',
    settings: { key: 'ITEM_ID' },
    count: 2,
    id: 'AB123',
    fields: {
      PRODUCTNAME: 'Nokia 5800 XpressMusic',
      PARAM: {
        json: [
          { PARAM_NAME: 'Barva', VAL: 'černá' },
          { PARAM_NAME: 'Paměť', VAL: '8 GB' },
        ],
      },
    },
  },
  {
    file: 'sitemap.xml',
    settings: { key: 'loc' },
    count: 2,
    id: 'https://www.example.com/a',
    fields: { lastmod: '2026-06-04', 'image:image': { json: { 'image:loc': 'https://www.example.com/a.jpg' } } },
  },
  {
    file: 'slashdot.rdf',
    settings: { key: 'link' },
    count: 1,
    id: 'https://slashdot.example/1?from=rss',
    fields: { '@rdf:about': 'https://slashdot.example/1', 'dc:date': '2026-11-01T10:00:00.000Z' },
  },
  {
    file: 'one-product.xml',
    settings: { key: 'code' },
    count: 1,
    id: 'A-1',
    fields: { name: 'Chair', 'name@lang': 'en', sizes: { json: { size: ['S', 'M'] } } },
  },
]

const ofJson: readonly Shape[] = [
  {
    file: 'shopify-products.json',
    settings: { format: 'shopify', next_page: 'none' },
    count: 2,
    id: '632910392',
    fields: {
      id: 632_910_392,
      title: 'IPod Nano - 8GB',
      price: 199,
      compare_at_price: 249.5,
      sku: 'IPOD2008PINK',
      available: true,
      image: 'https://cdn.shopify.example/s/files/1/0006/products/ipod-nano.png?v=1',
      tags: ['Emotive', 'Flash Memory'],
      url: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/products\/ipod-nano$/),
    },
    kinds: { image: 'url', images: 'multi_select', price: 'number', variants: 'json', published_at: 'date_time' },
  },
  {
    file: 'woocommerce-products.json',
    settings: { key: 'id' },
    count: 2,
    id: '799',
    fields: { price: '20', on_sale: false, total_sales: '12345678901234567890', regular_price: null },
    kinds: { price: 'text', permalink: 'url', total_sales: 'number', images: 'json' },
  },
  {
    file: 'hubspot-objects.json',
    settings: { key: 'id', next_page: 'none' },
    count: 2,
    id: '552',
    fields: { properties: { json: { name: 'Desk', price: '149' } }, archived: false },
    kinds: { createdAt: 'date_time', archived: 'checkbox' },
  },
  {
    file: 'json-feed.json',
    settings: { key: 'id' },
    count: 2,
    id: '1',
    fields: { content_html: '<p>Hello, world!</p>', content_text: null, image: 'https://example.org/1.png' },
  },
  {
    file: 'warehouse-export.jsonl',
    settings: { key: 'sku' },
    count: 3,
    id: '00042',
    fields: { sku: '00042', qty: 3, dims: { json: { w: 1.5, h: 2 } }, updated: '2026-11-28', active: true },
  },
]

const ofText: readonly Shape[] = [
  {
    file: 'google-merchant.tsv',
    settings: { key: 'id' },
    count: 2,
    id: 'A1',
    fields: { title: "Men's Piqué Polo Shirt", size: '5" / 10"', price: '15.00 USD' },
    kinds: { image_link: 'url' },
  },
  {
    file: 'facebook-catalog.csv',
    settings: { key: 'id' },
    count: 1,
    id: 'FB_1',
    fields: { id: 'FB_1', title: 'Blue, "long" shirt', description: 'Line one\nline two', additional_image_link: null },
  },
  {
    file: 'awin-datafeed.csv',
    settings: { key: 'aw_product_id' },
    count: 1,
    id: '38292',
    fields: { product_name: 'Chair | oak', search_price: 49 },
  },
  {
    file: 'prestashop-latin1.csv',
    settings: { key: 'Référence', encoding: 'windows-1252', decimal_comma: true },
    count: 3,
    id: 'REF-012',
    fields: { Désignation: 'Théière en grès', 'Prix TTC': 1234.5, Poids: 0.8, Date: '2026-11-01' },
    kinds: { ID: 'number', 'Prix TTC': 'number', Référence: 'text', Date: 'date' },
  },
  {
    file: 'datev-utf16.txt',
    settings: { key: 'Artikel', decimal_comma: true },
    count: 2,
    id: '4711',
    fields: { Artikel: 4711, Bezeichnung: 'Münzen – „Satz“', Preis: 12 },
  },
  { file: 'utf16-no-mark.csv', settings: { key: 'sku' }, count: 1, id: 'B1', fields: { name: 'Café' } },
  {
    file: 'idealo-latin1.xml',
    settings: { key: 'sku', decimal_comma: true },
    count: 2,
    id: 'I1',
    fields: { name: 'Kühlschrank groß', price: 1299 },
  },
  {
    file: 'stock-list.xlsx',
    settings: { key: 'SKU', sheet: 'Stock' },
    count: 2,
    id: '00042',
    fields: { SKU: '00042', Name: 'Tea', Price: 3.5, Since: '2026-11-01' },
    kinds: { SKU: 'text', Price: 'number', Since: 'date' },
  },
]

export const shapes: readonly Shape[] = [...ofXml, ...ofJson, ...ofText]
