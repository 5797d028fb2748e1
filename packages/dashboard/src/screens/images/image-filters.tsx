import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import type { Action } from '#dashboard/api/types.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { t } from '#dashboard/strings/images.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import type { Option } from '#dashboard/ui/late-popups.ts'
import { MadeFilter } from './made-filter.tsx'

const route = getRouteApi('/frame/gallery')
const any = 'any'

/** Also of one that is not among those listed, such as one that was deleted. */
function optionsOf(all: string, known: readonly Option[], chosen: string | undefined): readonly Option[] {
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen)
  return [{ value: any, label: all }, ...known, ...(isKnown ? [] : [{ value: chosen, label: chosen }])]
}

/** Of actions that have several. */
function outputNames(actions: readonly Action[]): readonly string[] {
  const several = actions.filter(({ outputs }) => outputs.length > 1)
  return [...new Set(several.flatMap(({ outputs }) => outputs.map(({ name }) => name)))]
}

function OutputFilter() {
  const { action, output } = route.useSearch()
  const navigate = useNavigate({ from: '/gallery' })
  const outputs = outputNames(useActions().filter(({ id }) => action === undefined || id === action))
  if (outputs.length === 0 && output === undefined) return null
  return (
    <div className="sm:w-44">
      <Select
        aria-label={t('images.output')}
        value={output ?? any}
        options={optionsOf(
          t('images.all_outputs'),
          outputs.map((name) => ({ value: name, label: name })),
          output,
        )}
        onChange={(chosen) =>
          void navigate({ search: (before) => ({ ...before, output: chosen === any ? undefined : chosen }) })
        }
      />
    </div>
  )
}

export function ImageFilters() {
  const { action, template, run } = route.useSearch()
  const navigate = useNavigate({ from: '/gallery' })
  const actions = useActions()
  const templates = useQuery(api.templates.list.all()).data?.results ?? []
  return (
    <div className="grid grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap">
      <div className="sm:w-56">
        <Select
          aria-label={t('images.action')}
          value={action ?? any}
          options={optionsOf(
            t('images.all_actions'),
            actions.map(({ id, title }) => ({ value: id, label: title })),
            action,
          )}
          onChange={(chosen) =>
            void navigate({
              search: (before) => ({ ...before, action: chosen === any ? undefined : chosen, output: undefined }),
            })
          }
        />
      </div>
      <div className="sm:w-56">
        <Select
          aria-label={t('images.template')}
          value={template ?? any}
          options={optionsOf(
            t('images.all_templates'),
            templates.map(({ id, name }) => ({ value: id, label: name })),
            template,
          )}
          onChange={(chosen) =>
            void navigate({ search: (before) => ({ ...before, template: chosen === any ? undefined : chosen }) })
          }
        />
      </div>
      <OutputFilter />
      <MadeFilter />
      {run !== undefined && (
        <Link
          to="/gallery"
          search={(before) => ({ ...before, run: undefined })}
          data-tooltip={t('images.of_run_clear')}
          className={buttonClass('quiet')}
        >
          {t('images.of_run')}
          <X aria-hidden />
        </Link>
      )}
    </div>
  )
}
