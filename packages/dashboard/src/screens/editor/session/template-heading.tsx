import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { t } from '#dashboard/strings/editor.ts'

interface TemplateHeadingProps {
  template: { id: string; name: string }
  /** Whether the name takes the room that is left. */
  grows?: boolean
  /** A press on the name. */
  onRename?: (() => void) | undefined
}

/** The way back to a template, and its name. */
export function TemplateHeading({ template: { id, name }, grows = true, onRename }: TemplateHeadingProps) {
  return (
    <>
      <Link
        to="/templates/$id"
        params={{ id }}
        aria-label={t('editor.back')}
        data-tooltip={t('editor.back')}
        className="grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden className="rtl:rotate-180" />
      </Link>
      <h1 id="page-title" dir="auto" className={`min-w-0 truncate font-semibold ${grows ? 'grow' : ''}`}>
        {onRename ? (
          <button
            type="button"
            data-tooltip={t('editor.rename_template')}
            onClick={onRename}
            className="max-w-full truncate rounded-md px-1 py-0.5 hover:bg-hover"
          >
            {name}
          </button>
        ) : (
          name
        )}
      </h1>
    </>
  )
}
