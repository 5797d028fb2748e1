import type { Image } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/images.ts'
import { locale } from '#dashboard/strings/t.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Section } from '#dashboard/ui/page.tsx'

const numbers = new Intl.NumberFormat(locale)

function textOf(value: Image['values'][string]): string {
  if (value === null || value === '') return '–'
  return typeof value === 'number' ? numbers.format(value) : String(value)
}

/** What the image was made from, as it was at that time. */
export function ImageInputs({ image }: { image: Image }) {
  const values = Object.entries(image.values)
  const rows = image.pages ?? image.frames
  return (
    <Section title={t('images.inputs')}>
      {values.length > 0 && (
        <dl className="divide-y divide-line border-y border-line">
          {values.map(([name, value]) => (
            <div key={name} className="grid gap-0.5 py-1.5">
              <dt dir="auto" className="text-[13px] text-ink-soft">
                {name}
              </dt>
              <dd dir="auto" className="break-words">
                {textOf(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {values.length === 0 && rows === null && <p className="text-ink-soft">{t('images.no_inputs')}</p>}
      {rows && <Listing title={t('images.rows', { count: rows.length })} value={rows} />}
      {image.modifications.length > 0 && <Listing title={t('images.modifications')} value={image.modifications} />}
      {image.metadata && <Listing title={t('images.metadata')} value={image.metadata} />}
    </Section>
  )
}

function Listing({ title, value }: { title: string; value: unknown }) {
  return (
    <details>
      <summary className="cursor-pointer rounded text-ink-soft hover:text-ink">{title}</summary>
      <div className="pt-2">
        <CodeBlock samples={[{ name: 'JSON', code: JSON.stringify(value, null, 2) }]} />
      </div>
    </details>
  )
}
