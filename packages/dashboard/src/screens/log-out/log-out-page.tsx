import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLogOut } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CardPage } from '#dashboard/ui/card-page.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'

export function LogOutPage() {
  const isMeant = useLocation().state.isMeant === true
  const { mutate, isPending, error } = useLogOut()
  useEffect(() => {
    if (isMeant) mutate({})
  }, [isMeant, mutate])
  return (
    <CardPage title={t('frame.log_out')}>
      <div className="grid gap-4">
        {error && <Failure error={error} />}
        <Button look="primary" busy={isPending} onClick={() => mutate({})}>
          {t('frame.log_out')}
        </Button>
      </div>
    </CardPage>
  )
}
