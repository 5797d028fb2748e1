import { signImageUrl } from '@pictable/client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { ownPath } from '#dashboard/api/own-path.ts'
import { t } from '#dashboard/strings/developers.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { PasswordField, TextField } from '#dashboard/ui/fields/text-field.tsx'
import { ShownOnce } from '#dashboard/ui/shown-once.tsx'
import type { UrlKey } from './url-keys.tsx'

const dayMs = 86_400_000

const formats = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
] as const

interface BuildAddressProps {
  urlKey: UrlKey
  /** Of a key that was just made: shown this once. */
  secret?: string
  onClose: () => void
}

interface Draft {
  templateId: string | null
  format: (typeof formats)[number]['value']
  values: Readonly<Record<string, string>>
  /** Not a number: never. */
  days: number
}

function useSigned({ id }: UrlKey, secret: string, draft: Draft): string {
  const [signed, setSigned] = useState('')
  const publicUrl = useQuery(api.settings.get.query()).data?.public_url ?? location.origin
  const asked = JSON.stringify(draft)
  useEffect(() => {
    let isOver = false
    const { templateId, format, values, days }: Draft = JSON.parse(asked)
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const expiry = typeof days === 'number' ? { expiresAt: new Date(Date.now() + days * dayMs) } : {}
    const making =
      secret === '' || templateId === null
        ? Promise.resolve('')
        : signImageUrl({ baseUrl: publicUrl, keyId: id, secret, templateId, format, values: filled, ...expiry })
    making.then(
      (url) => !isOver && setSigned(url),
      () => !isOver && setSigned(''),
    )
    return () => {
      isOver = true
    }
  }, [asked, secret, id, publicUrl])
  return signed
}

function codeOf({ id }: UrlKey, { templateId, format, values, days }: Draft): string {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const expiry = Number.isNaN(days) ? [] : [`  expiresAt: new Date(Date.now() + ${days} * 86_400_000),`]
  return [
    `import { signImageUrl } from '@pictable/client'`,
    '',
    'const url = await signImageUrl({',
    `  baseUrl: '${location.origin}',`,
    `  keyId: '${id}',`,
    '  secret: process.env.PICTABLE_URL_SECRET,',
    `  templateId: '${templateId ?? '<template id>'}',`,
    `  format: '${format}',`,
    `  values: ${JSON.stringify(filled)},`,
    ...expiry,
    '})',
  ].join('\n')
}

/** An address of an image, filled in and signed in this page; the secret goes nowhere. */
export function BuildAddress({ urlKey, secret: shown, onClose }: BuildAddressProps) {
  const [secret, setSecret] = useState(shown ?? '')
  const [draft, setDraft] = useState<Draft>({ templateId: null, format: 'png', values: {}, days: 30 })
  const signed = useSigned(urlKey, secret, draft)
  const address = { name: t('developers.address'), code: signed || t('developers.address_later') }
  const parts = (
    <>
      <DraftFields urlKey={urlKey} draft={draft} onChange={setDraft} />
      <CodeBlock samples={[address, { name: 'TypeScript', code: codeOf(urlKey, draft) }]} />
    </>
  )
  if (shown !== undefined)
    return (
      <ShownOnce
        title={t('developers.url_shown')}
        description={t('developers.url_shown_help')}
        secret={shown}
        kept={t('developers.kept')}
        onClose={onClose}
        actions={<OpenAddress url={signed} />}
      >
        <h3 className="font-medium">{t('developers.build_try')}</h3>
        {parts}
      </ShownOnce>
    )
  return (
    <Dialog
      open
      stays
      wide
      onClose={onClose}
      title={t('developers.build_title', { name: urlKey.name })}
      description={t('developers.build_help')}
    >
      <div className="grid gap-4">
        <PasswordField
          label={t('developers.secret')}
          help={t('developers.secret_help')}
          autoComplete="off"
          value={secret}
          onChange={(typed) => setSecret(typed.trim())}
        />
        {parts}
        <DialogActions>
          <OpenAddress url={signed} />
          <Button look="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

function OpenAddress({ url }: { url: string }) {
  if (url === '') return null
  return (
    <a href={ownPath(url)} target="_blank" rel="noreferrer" className={buttonClass()}>
      <ExternalLink aria-hidden />
      {t('developers.address_open')}
    </a>
  )
}

interface DraftFieldsProps {
  urlKey: UrlKey
  draft: Draft
  onChange: (draft: Draft) => void
}

function DraftFields({ urlKey, draft, onChange }: DraftFieldsProps) {
  const all = useQuery(api.templates.list.all()).data?.results ?? []
  const templates = all.filter(({ id }) => urlKey.template_ids?.includes(id) ?? true)
  const { templateId, format, values, days } = draft
  const variables = useQuery({
    ...api.templates.variables.query({ params: { id: templateId ?? '' } }),
    enabled: templateId !== null,
  }).data
  // A name stands there once for each of its uses.
  const names = [...new Set(variables?.variables.map(({ name }) => name))]
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('developers.template')}>
          {(control) => (
            <Select
              {...control}
              options={templates.map(({ id, name: label }) => ({ value: id, label }))}
              value={templateId}
              onChange={(id) => onChange({ ...draft, templateId: id, values: {} })}
            />
          )}
        </Field>
        <Field label={t('developers.format')}>
          {(control) => (
            <Select
              {...control}
              options={formats}
              value={format}
              onChange={(chosen) =>
                onChange({ ...draft, format: formats.find(({ value }) => value === chosen)?.value ?? format })
              }
            />
          )}
        </Field>
        <NumberField
          label={t('developers.days')}
          optional={urlKey.allow_permanent}
          value={days}
          onChange={(typed) => onChange({ ...draft, days: typed })}
        />
      </div>
      {names.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {names.map((name) => (
            <TextField
              key={name}
              label={name}
              optional
              value={values[name] ?? ''}
              onChange={(typed) => onChange({ ...draft, values: { ...values, [name]: typed } })}
            />
          ))}
        </div>
      )}
    </>
  )
}
