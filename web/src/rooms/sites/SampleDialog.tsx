import { getSampleAnimations } from '@cutaway/contract/rooms/player.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router'
import { call } from '../../core/api.ts'
import { useLanguage, useTexts } from '../../core/i18n.ts'
import { usePage } from '../../core/page.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './SampleDialog.module.css'
import { useClose } from './useClose.ts'

export type SamplePlayer = ComponentType<{ partId: string }>

/** A sample film over the public home. The player is handed in: it belongs to a room that comes after this one. */
export function SampleDialog({ Player }: { Player: SamplePlayer }) {
  const t = useTexts()
  const close = useClose()
  const { part_id: partId = '' } = useParams()
  const { language_id } = useLanguage()
  const samples = useQuery({
    queryKey: ['samples', language_id],
    queryFn: ({ signal }) => call(getSampleAnimations, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  const title = samples.data?.find(({ part_id }) => part_id === partId)?.part_name ?? t('sample_film')
  usePage(title)
  return (
    <Dialog title={title} size="lg" onClose={close}>
      <div className={classes.stage} data-stage>
        <Suspense fallback={<div className={classes.waiting} />}>
          <Player partId={partId} />
        </Suspense>
      </div>
    </Dialog>
  )
}
