import { t } from '#dashboard/strings/editing.ts'
import type { Issue } from './read-text.ts'

interface ErrorsProps {
  /** Said above the list. */
  title: string
  issues: readonly Issue[]
  onReveal: (place: Issue['place']) => void
}

/** What is wrong with a text; each leads to its place. */
export function Errors({ title, issues, onReveal }: ErrorsProps) {
  return (
    <div aria-live="polite" className="max-h-24 overflow-y-auto">
      {issues.length > 0 && (
        <div className="border-t border-line bg-bad-soft px-3 py-1.5 text-bad">
          <p>{title}</p>
          <ul aria-label={t('editor.source_errors')}>
            {issues.map(({ place, where, message }) => (
              <li key={`${where} ${message}`}>
                <button type="button" onClick={() => onReveal(place)} className="text-start hover:underline">
                  {where !== '' && <code dir="ltr">{where} </code>}
                  {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
