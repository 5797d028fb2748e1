import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { client } from '#dashboard/api/client.ts'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

/** The design as the server draws it, with the reason why this browser does not. */
export function ServerPicture({ reason }: { reason: string }) {
  const { design } = useEditor((state) => state.document)
  const values = useEditor((state) => state.values)
  const view = useEditor((state) => state.view)
  const { data } = useQuery({
    queryKey: ['editor-picture', design, values],
    queryFn: ({ signal }) =>
      client.templates.draw({ body: { design: { ...design }, values: sentValues(design, values) }, signal }),
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const place = {
    width: design.width * view.zoom,
    height: design.height * view.zoom,
    transform: `translate(${view.x}px, ${view.y}px)`,
  }
  return (
    <>
      {data?.image && (
        <img
          src={data.image.data}
          alt={t('editor.server_picture')}
          className="pointer-events-none absolute start-0 top-0"
          style={place}
        />
      )}
      <p
        role="alert"
        className="absolute inset-x-4 top-4 mx-auto flex w-fit max-w-xl items-start gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-float"
      >
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
        <span>
          {reason} {data?.error ? data.error.message : t('editor.server_draws')}
        </span>
      </p>
    </>
  )
}
