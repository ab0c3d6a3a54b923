import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import type { CustomAnimation } from '@cutaway/contract/rooms/catalogue/home.ts'
import { useReducedMotion } from '@mantine/hooks'
import { IconMovieOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './CustomVideoDialog.module.css'

/**
 * Plays a video from outside the library: a file, a URL, or a listed host's player in our frame. Validates the URL
 * again; an invalid one is not shown.
 */
export default function CustomVideoDialog({
  video: { video_name: name, video_url, poster_url: poster },
  onClose,
}: {
  video: Pick<CustomAnimation, 'video_name' | 'video_url' | 'poster_url'>
  onClose: () => void
}) {
  const t = useTexts()
  const calm = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const source = customVideoSource(video_url)
  const [broken, setBroken] = useState(source === null)
  return (
    <Dialog title={name} size="lg" onClose={onClose}>
      {broken || !source ? (
        <EmptyState
          icon={IconMovieOff}
          title={t('own_video_broken')}
          text={t('own_video_broken_text')}
          action={
            <>
              {source ? <Button onClick={() => setBroken(false)}>{t('try_again')}</Button> : null}
              <Button onClick={onClose}>{t('close')}</Button>
            </>
          }
        />
      ) : (
        <div className={classes.stage} data-stage>
          {source.kind === 'embed' ? (
            <iframe
              className={classes.film}
              src={source.url}
              title={name}
              // Players need scripts and storage. Their hosts are never ours, so allowing both does not weaken the
              // sandbox.
              // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
              sandbox="allow-scripts allow-same-origin allow-presentation"
              allow="fullscreen; picture-in-picture; encrypted-media"
              referrerPolicy="strict-origin-when-cross-origin"
            />
          ) : (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- people’s own videos come without captions
            <video
              className={classes.film}
              src={source.url}
              poster={poster ?? undefined}
              aria-label={name}
              controls
              playsInline
              autoPlay={!calm}
              onError={() => setBroken(true)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
