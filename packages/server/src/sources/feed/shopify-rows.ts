import { z } from 'zod'
import { exactNumber } from '#core/exact-number.ts'
import type { ValueRow } from '#sources/file/file-rows.ts'
import { invalid } from '#sources/table-file/grid.ts'

const optionalText = z.string().nullish()

const product = z.looseObject({
  id: z.union([z.number(), z.string()]),
  handle: optionalText,
  images: z.array(z.looseObject({ src: z.string() })).default([]),
  variants: z
    .array(
      z.looseObject({
        price: optionalText,
        compare_at_price: optionalText,
        sku: optionalText,
        available: z.boolean().optional(),
      }),
    )
    .default([]),
})

const moneyOf = (text: string | null | undefined) =>
  text && /^\d+(\.\d+)?$/.test(text) ? exactNumber(text) : (text ?? null)

/**
 * A product of `products.json` as a record: with the price, SKU and first picture that templates need beside what the shop
 * says. @throws AppError `invalid_request` for what is no product of Shopify
 */
export function shopProduct(row: ValueRow, shopUrl: string): ValueRow {
  const parsed = product.safeParse(row.values)
  if (!parsed.success)
    throw invalid(
      `Record ${row.line} is not a product of Shopify. Check the URL, or choose another format.`,
      parsed.error,
    )
  const { handle, images, variants, ...rest } = parsed.data
  const [first] = variants
  const available = variants.flatMap((variant) => (variant.available === undefined ? [] : [variant.available]))
  const values = {
    ...rest,
    handle,
    url: handle ? new URL(`/products/${encodeURIComponent(handle)}`, shopUrl).href : null,
    image: images[0]?.src ?? null,
    images: images.map(({ src }) => src),
    price: moneyOf(first?.price),
    compare_at_price: moneyOf(first?.compare_at_price),
    sku: first?.sku ?? null,
    ...(available.length > 0 ? { available: available.includes(true) } : {}),
    variants,
  }
  return { line: row.line, values }
}
