import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { showWaiting, toasts } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'

function ToastIcon({ type }: { type: string | undefined }) {
  if (type === 'failed') return <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
  if (type === 'warned') return <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
  return <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
}

function List() {
  const { toasts: shown } = Toast.useToastManager<Record<string, never>>()
  return shown.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      className="floats flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 ps-3 pe-2 shadow-float"
    >
      <ToastIcon type={item.type} />
      <Toast.Content className="min-w-0 grow">
        <Toast.Title className="font-medium" />
        <Toast.Description className="mt-0.5 text-[13px] break-words text-ink-soft" />
      </Toast.Content>
      {item.actionProps && <Toast.Action className="rounded px-1.5 font-medium text-accent-ink hover:bg-hover" />}
      {/* The library hides it from screen readers until the toasts unfold. Ours never fold: keys always reach it. */}
      <Toast.Close aria-hidden={false} render={<IconButton label={t('ui.close')} icon={<X />} size="small" />} />
    </Toast.Root>
  ))
}

/** Once per page: where toasts appear. */
export function ToastList() {
  useEffect(showWaiting, [])
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          // They are dialogs by role, which keys and pointers are not meant for.
          data-toasts
          className="fixed inset-x-4 bottom-4 z-50 grid gap-2 sm:start-auto sm:w-96"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
