import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import type { CustomVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { useReducedMotion } from '@mantine/hooks'
import { IconExternalLink, IconMovieOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import classes from './Videos.module.css'
import { useVideoName } from './useVideos.ts'

type Shown = Pick<
  CustomVideo,
  'video_name' | 'video_url' | 'texts' | 'description' | 'poster_url' | 'hls_url' | 'captions'
>

/** Plays a video in a dialog. */
export default function VideoViewer({ video, onClose }: { video: Shown; onClose: () => void }) {
  const { language_id } = useLanguage()
  const name = useVideoName()(video)
  const words = video.texts.find((text) => text.language_id === language_id)?.description || video.description
  return (
    <Dialog title={name} size="lg" onClose={onClose}>
      <VideoStage video={video} name={name} />
      {words === '' ? null : (
        <p className={classes.description} dir="auto">
          {words}
        </p>
      )}
    </Dialog>
  )
}

/** The video itself: a file of this portal, or a listed host's player in our frame. */
export function VideoStage({ video, name }: { video: Shown; name: string }) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const calm = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [broken, setBroken] = useState(false)
  const source = customVideoSource(video.video_url)
  if (broken || !source)
    return (
      <EmptyState
        heading="h3"
        icon={IconMovieOff}
        title={t('own_video_broken')}
        text={t('own_video_broken_text')}
        action={source ? <Button onClick={() => setBroken(false)}>{t('try_again')}</Button> : null}
      />
    )
  if (source.kind === 'link')
    // A page of the portal plays files of the portal only.
    return (
      <EmptyState
        heading="h3"
        icon={IconExternalLink}
        title={t('video_elsewhere', { host: new URL(source.url).hostname })}
        text={t('video_elsewhere_text')}
        action={
          <Button component="a" href={source.url} target="_blank" rel="noopener noreferrer">
            {t('video_open_there')}
          </Button>
        }
      />
    )
  return (
    <div className={classes.stage} data-stage>
      {source.kind === 'embed' ? (
        <iframe
          className={classes.film}
          src={source.url}
          title={name}
          // Players need scripts and storage. Their hosts are never ours, so allowing both does not weaken the sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- those that the business has are there
        <video
          className={classes.film}
          poster={video.poster_url ?? undefined}
          aria-label={name}
          controls
          playsInline
          preload="metadata"
          autoPlay={!calm}
        >
          {video.hls_url ? <source src={video.hls_url} type="application/vnd.apple.mpegurl" /> : null}
          <source src={source.url} type="video/mp4" onError={() => setBroken(true)} />
          {video.captions.map((track) => (
            <track
              key={track.language_id}
              kind="captions"
              src={track.url}
              srcLang={track.language_code}
              label={track.name}
              default={track.language_id === language_id}
            />
          ))}
        </video>
      )}
    </div>
  )
}
