import { playOnScreen, type Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import { IconDeviceTv } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { StateTag } from './StateTag.tsx'
import { useScreens } from './useScreens.ts'
import classes from './Screens.module.css'

/** Chooses the screen on which a film plays for a customer. */
export default function FilmOnScreenDialog({
  partId,
  title,
  onClose,
}: {
  partId: string
  title: string
  onClose: () => void
}) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const change = useChange('screens')
  const [busy, setBusy] = useState<number | null>(null)
  const query = useScreens()
  const play = async ({ screen_id }: Screen) => {
    setBusy(screen_id)
    const isDone = await change(send(playOnScreen, { body: { screen_id, part_id: partId, lang_id: language_id } }))
    setBusy(null)
    if (isDone) onClose()
  }
  return (
    <Dialog title={t('film_on_screen_title', { film: title })} size="sm" onClose={onClose} flush>
      {query.error && !query.data ? (
        <ErrorState title={t('screens_not_loaded')} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <SkeletonRows rows={3} picture={false} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState
          icon={IconDeviceTv}
          title={t('screens_none')}
          text={t('screens_none_text')}
          action={
            <Button component={Link} to={paths.screens} onClick={onClose}>
              {t('screen_pair')}
            </Button>
          }
        />
      ) : null}
      {query.data?.length ? (
        <ul className={classes.choices}>
          {query.data.map((screen) => (
            <li key={screen.screen_id}>
              <span className={classes.words}>
                <bdi>{screen.name}</bdi>
                <span className={classes.hint}>{screen.location_name}</span>
              </span>
              <StateTag screen={screen} />
              <Button
                disabled={screen.state !== 'online'}
                loading={busy === screen.screen_id}
                aria-label={t('named_action', { action: t('screen_play_here'), name: screen.name })}
                onClick={() => void play(screen)}
              >
                {t('screen_play_here')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  )
}
