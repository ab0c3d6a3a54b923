import { getSampleAnimations } from '@cutaway/contract/rooms/player/player.ts'
import { IconMovieOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './SampleDialog.module.css'
import { useClose } from '../../sites/useClose.ts'

const SamplePlayer = lazyPart(() => import('../SamplePlayer.tsx'))

/** Plays a sample film over the public home page. */
export default function SampleDialog() {
  const t = useTexts()
  const close = useClose()
  const { part_id: partId = '' } = useParams()
  const { language_id } = useLanguage()
  const samples = useQuery({
    queryKey: ['samples', language_id],
    queryFn: ({ signal }) => call(getSampleAnimations, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  const film = samples.data?.find(({ part_id }) => part_id === partId)
  const title = film?.part_name ?? t('sample_film')
  usePage(title)
  return (
    <Dialog title={title} size="lg" onClose={close}>
      {samples.data && !film ? (
        <EmptyState
          icon={IconMovieOff}
          title={t('Part no found')}
          action={<Button onClick={close}>{t('close')}</Button>}
        />
      ) : (
        <div className={classes.stage} data-stage>
          <Suspense fallback={<div className={classes.waiting} />}>
            <SamplePlayer partId={partId} />
          </Suspense>
        </div>
      )}
    </Dialog>
  )
}
